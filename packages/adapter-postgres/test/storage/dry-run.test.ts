import { setTimeout as sleep } from 'node:timers/promises'
import { createRegistry, type ImportReport, type Registry } from '@utpid/core'
import { SERVICE_TABLES, type ServiceStore } from '@utpid/service'
import { importHandler, Jobs, JobWorker } from '@utpid/service/internal'
import { few } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { quoted } from '../../src/connection/schema-name.ts'
import { openPostgresServiceStore } from '../../src/service.ts'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { knownHotel } from '../support/known-hotel.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName, withClient } from '../support/test-schema.ts'

const STORED = 120
/** Unchanged, changed and new records of known hotels, new hotels, a repeated code and a record that is rejected. */
const FEED: readonly object[] = [
  ...Array.from({ length: 30 }, (_, at) => knownHotel(at, 1)),
  ...Array.from({ length: 30 }, (_, at) => knownHotel(30 + at, 3)),
  ...Array.from({ length: 30 }, (_, at) => ({ ...knownHotel(at * 3, 1), supplier: 'delta' })),
  ...Array.from({ length: 30 }, (_, at) => knownHotel(900 + at, 1)),
  knownHotel(900, 2),
  { supplier: 'delta', code: 'none' },
]
const COUNTS = ['linked', 'created', 'alerted', 'updated', 'unchanged', 'rejected', 'superseded', 'repaired'] as const

async function openIn(schema: string): Promise<Registry> {
  const connectionString = await testServer()
  const registry = await createRegistry({ storage: await openPostgresStorage({ connectionString, schema }) })
  onTestFinished(() => registry.close())
  return registry
}

async function filled(): Promise<{ schema: string; registry: Registry }> {
  const schema = newSchemaName()
  onTestFinished(() => dropSchema(schema))
  const registry = await openIn(schema)
  await registry.import(Array.from({ length: STORED }, (_, at) => knownHotel(at, 1)))
  await registry.storeConcordance('giata', [{ supplier: 'delta', code: 'H0', set: '1' }])
  return { schema, registry }
}

/** Returns a checksum of the rows of each table. */
async function everyRow(schema: string): Promise<Record<string, unknown>> {
  return await withClient(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by 1`,
      [quoted(schema)],
    )
    const found: Record<string, unknown> = {}
    for (const { name } of rows) {
      const text = `select count(*), md5(coalesce(string_agg(each::text, E'\\n' order by each::text), '')) from ${quoted(schema)}.${quoted(name)} as each`
      found[name] = (await client.query(text)).rows
    }
    return found
  })
}

function countsOf(report: Pick<ImportReport, (typeof COUNTS)[number]>): Record<string, number> {
  return Object.fromEntries(COUNTS.map((name) => [name, report[name]]))
}

it('a dry run has the counts of the import, and writes nothing', { timeout: 120_000 }, async () => {
  const { schema, registry } = await filled()
  const before = await everyRow(schema)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  const removals = [{ supplier: 'alpha', code: 'H117', removed: true }]
  for (const options of [{}, { removals: true }, { full: true, allowLoss: 1 }]) {
    const records = options.removals === true ? [...FEED, ...removals] : FEED
    const dry = await (await registry.dryRun()).import(records, options)
    expect(dry.estimates).toEqual([])
    expect(await everyRow(schema)).toEqual(before)
    if (options.full !== true) expect(dry.linked).toBeGreaterThan(0)
    expect(countsOf(dry).rejected).toBe(1)
  }
  const dry = await (await registry.dryRun()).import(FEED, { full: true, allowLoss: 1 })
  const real = await registry.import(FEED, { full: true, allowLoss: 1 })
  expect(countsOf(dry)).toEqual(countsOf(real))
  expect(dry.full?.map(({ deactivated }) => deactivated)).toEqual(real.full?.map(({ deactivated }) => deactivated))
  expect(await everyRow(schema)).not.toEqual(before)
})

it('an instance that takes over a dry run from a dead one has the same result, and writes nothing', {
  timeout: 120_000,
}, async () => {
  const { schema, registry } = await filled()
  const other = await openIn(schema)
  const before = await everyRow(schema)
  const expected = countsOf(await (await registry.dryRun()).import(FEED))
  const service = newSchemaName()
  onTestFinished(() => dropSchema(service))
  const stores: ServiceStore[] = []
  for (let at = 0; at < 2; at++) {
    const store = await openPostgresServiceStore(
      { connectionString: await testServer(), schema: service },
      SERVICE_TABLES,
    )
    onTestFinished(() => store.close())
    stores.push(store)
  }
  const [store, again] = stores as [ServiceStore, ServiceStore]
  const inputs = FEED.map((record, at) => ({ line: at + 1, text: JSON.stringify(record) }))
  for (const diesAfter of [2, 1].slice(0, few(2))) {
    const jobs = new Jobs(store, Date.now)
    const { id } = await jobs.create({
      accountId: 'a',
      kind: 'import',
      inputs,
      itemsPerPart: 40,
      options: () => ({ dryRun: true }),
    })
    await runOnce(dying(store, diesAfter), registry, Date.now)
    expect((await jobs.get('a', 'import', id)).status).toBe('running')
    // The lease of the dead worker has expired by this clock.
    await runOnce(again, other, () => Date.now() + 60_000)
    const job = await new Jobs(again, Date.now).get('a', 'import', id)
    expect(job).toMatchObject({ status: 'completed', progress: { counts: { processed: FEED.length } } })
    for (const [name, count] of Object.entries(expected)) {
      if (name !== 'repaired') expect([name, job.progress.counts[name] ?? 0]).toEqual([name, count])
    }
    const { rows } = await new Jobs(again, Date.now).results('a', 'import', id)
    expect(rows).toHaveLength(FEED.length + 1)
    expect(rows.at(-1)).toMatchObject({ outcome: 'dry_run', estimates: [] })
    expect(await everyRow(schema)).toEqual(before)
  }
})

async function runOnce(store: ServiceStore, registry: Registry, clock: () => number): Promise<void> {
  const worker = new JobWorker({ store, handlers: [importHandler(registry)], clock })
  await worker.poll()
  await worker.idle()
}

/** Returns the store as seen by a process that dies after it has stored some results. */
function dying(store: ServiceStore, parts: number): ServiceStore {
  let stored = 0
  const alive =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (stored > parts) throw new Error('The process is dead.')
      return await work(...given)
    }
  return {
    isShared: store.isShared,
    read: alive((table, keys) => store.read(table, keys)) as ServiceStore['read'],
    range: alive((table, range) => store.range(table, range)) as ServiceStore['range'],
    write: alive(async (writes) => {
      if (writes.some(({ table }) => table === 'job_results') && ++stored > parts) await sleep(0)
      if (stored > parts) throw new Error('The process is dead.')
      return await store.write(writes)
    }) as ServiceStore['write'],
    deleteRange: alive((table, range) => store.deleteRange(table, range)) as ServiceStore['deleteRange'],
    onWrite: (listener) => store.onWrite(listener),
    readsLatest: () => store.readsLatest(),
    close: () => store.close(),
  }
}
