import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type ExportRow, type Registry, restoreRegistry, type Storage } from '@utpid/core'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../src/postgres-storage.ts'
import { saidBy } from './support/said-by.ts'
import { dropSchema, newSchemaName, withClient } from './support/test-schema.ts'
import { testServer } from './support/test-server.ts'

const NAMES = ['Zephyr', 'Marlowe', 'Quill\\t', 'Solace "x"', 'Ember', 'Larkspur', 'アパホテル', 'Ünïcode 😀']
const HOTELS = NAMES.flatMap((name, at) => {
  const location = { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 100, 2.34] }
  const hotel = { category: 'hotel', location, phone: `+33 1 40 20 50 5${at}` }
  return [
    { supplier: 'alpha', code: `A\n${at}\\`, name: `Hotel ${name}`, ...hotel },
    { supplier: 'beta', code: `B${at}`, name: `${name} Paris`, ...hotel },
    { supplier: 'gamma', code: `C${at}`, name: `Hotel ${name} Annex`, ...hotel },
  ]
})

async function openEmpty(): Promise<{ storage: Storage; schema: string }> {
  const schema = newSchemaName()
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema })
  onTestFinished(async () => {
    await storage.close()
    await dropSchema(schema)
  })
  return { storage, schema }
}

async function rowsOf(registry: Registry): Promise<ExportRow[]> {
  const rows: ExportRow[] = []
  for await (const row of registry.export()) rows.push(JSON.parse(JSON.stringify(row)))
  return rows
}

async function sampleRegistry(): Promise<Registry> {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(HOTELS)
  const { products } = await registry.search('hotel', { limit: 9 })
  const [one, other, third] = products.map(({ utpid }) => utpid) as [string, string, string]
  await registry.merge(one, other, { by: 'ann' })
  await registry.verify(third, { by: 'ann', method: 'manual' })
  await registry.addAliases([{ alias: 'old\t1', utpid: third }])
  return registry
}

it('makes of an export what commits make of it', async () => {
  const rows = await rowsOf(await sampleRegistry())
  const expected = createMemoryStorage()
  await restoreRegistry(expected, rows)
  const { storage, schema } = await openEmpty()
  await restoreRegistry(storage, rows)
  expect(await saidBy(storage)).toEqual(await saidBy(expected))
  // As every other schema has them.
  await withClient(async (client) => {
    const { rows: indexes } = await client.query('select indexname from pg_indexes where schemaname = $1', [schema])
    const fresh = await openEmpty()
    const { rows: others } = await client.query('select indexname from pg_indexes where schemaname = $1', [
      fresh.schema,
    ])
    const names = (all: readonly { indexname: string }[]): string[] => all.map(({ indexname }) => indexname).sort()
    expect(names(indexes)).toEqual(names(others))
  })
  const registry = await createRegistry({ storage })
  expect((await registry.import(HOTELS)).unchanged).toBe(HOTELS.length)
})

it('counts terms and spells them as commits do', async () => {
  const rows = await rowsOf(await sampleRegistry())
  const [loaded, written] = [await openEmpty(), await openEmpty()]
  await restoreRegistry(loaded.storage, rows)
  const { beginLoad: _beginLoad, ...byCommits } = written.storage
  await restoreRegistry(byCommits, rows)
  await withClient(async (client) => {
    const all = async (schema: string, table: string): Promise<unknown[]> =>
      (await client.query(`select * from "${schema}".${table} order by hash`)).rows
    for (const table of ['terms', 'spellings']) {
      const expected = await all(written.schema, table)
      expect(expected.length).toBeGreaterThan(NAMES.length)
      expect(await all(loaded.schema, table)).toEqual(expected)
    }
  })
})

it('takes an export that tells some things twice, since others wrote while it was made', async () => {
  const registry = await sampleRegistry()
  const rows: ExportRow[] = []
  for await (const row of registry.export()) {
    rows.push(JSON.parse(JSON.stringify(row)))
    if (rows.length !== 12) continue
    await registry.import(HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
    const [gone] = (await registry.search('grand')).products
    await registry.delete(gone?.utpid as string, { by: 'ann' })
  }
  const expected = createMemoryStorage()
  await restoreRegistry(expected, rows)
  const { storage } = await openEmpty()
  await restoreRegistry(storage, rows)
  expect(await saidBy(storage)).toEqual(await saidBy(expected))
})

it('keeps nothing of an export that breaks off, and takes a whole one afterwards', async () => {
  const rows = await rowsOf(await sampleRegistry())
  const { storage } = await openEmpty()
  await expect(restoreRegistry(storage, rows.slice(0, -1))).rejects.toMatchObject({ code: 'export_damaged' })
  expect(await storage.ledger.head()).toEqual({ change: 0 })
  expect(await storage.ledger.scanRecords(-1, 1)).toEqual([])
  await restoreRegistry(storage, rows)
  await expect(restoreRegistry(storage, rows)).rejects.toMatchObject({ code: 'storage_not_empty' })
  expect((await storage.ledger.counters()).get('records')).toBe(HOTELS.length)
})

it('clears what a load left that ended before its last step', async () => {
  const rows = await rowsOf(await sampleRegistry())
  const { storage } = await openEmpty()
  const load = await storage.beginLoad?.()
  await load?.finish({ counters: { records: 9 }, words: { left: 3 } })
  await expect(createRegistry({ storage })).rejects.toMatchObject({ code: 'restore_unfinished' })
  await restoreRegistry(storage, rows)
  expect((await storage.ledger.counters()).get('records')).toBe(HOTELS.length)
  expect(await storage.ledger.words(['left'])).toEqual([0])
})

it('refuses two records of one code, and keeps nothing', async () => {
  const { storage } = await openEmpty()
  const load = await storage.beginLoad?.()
  const record = (id: number) =>
    ({
      kind: 'record',
      row: {
        id,
        revision: 1,
        record: { supplier: 'alpha', code: 'A1', name: 'Hotel' },
        contentHash: '00000000000000aa',
        features: Uint8Array.of(1),
        keys: [],
        firstSeenAt: '2026-03-01T12:00:00.000Z',
        updatedAt: '2026-03-01T12:00:00.000Z',
        endedAt: '2026-03-01T12:00:00.000Z',
      },
    }) as const
  await load?.put([record(1), record(2)])
  await expect(load?.finish({ counters: {}, words: {} })).rejects.toMatchObject({ code: 'supplier_code_taken' })
  await load?.abandon()
  expect(await storage.ledger.head()).toEqual({ change: 0 })
})

it('takes as long as it takes, whatever limit there is for questions', async () => {
  const { schema } = await openEmpty()
  const url = new URL(await testServer())
  url.searchParams.set('options', '-c statement_timeout=1000')
  const storage = await openPostgresStorage({ connectionString: url.href, schema })
  onTestFinished(() => storage.close())
  const watching = (work: (holder: pg.ClientBase, client: pg.ClientBase) => Promise<void>): Promise<void> =>
    withClient((holder) => withClient((client) => work(holder, client)))
  await watching(async (holder, client) => {
    await holder.query(`begin; lock table "${schema}".links`)
    const load = storage.beginLoad?.()
    const waitsLong = async (): Promise<boolean> => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'truncate%' and query like $1
           and clock_timestamp() - query_start > interval '1500 ms'`,
        [`%${schema}%`],
      )
      return rowCount === 1
    }
    let isWaiting = true
    const settled = load?.then(
      () => undefined,
      () => undefined,
    )
    void settled?.then(() => {
      isWaiting = false
    })
    while (isWaiting && !(await waitsLong()));
    await holder.query('rollback')
    await (await load)?.abandon()
  })
})
