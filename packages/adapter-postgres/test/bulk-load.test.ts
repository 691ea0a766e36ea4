import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type ExportRow, type Registry, restoreRegistry, type Storage } from '@utpid/core'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../src/postgres-storage.ts'
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

it('leaves indexes as every other schema has them', async () => {
  const rows = await rowsOf(await sampleRegistry())
  const { storage, schema } = await openEmpty()
  await restoreRegistry(storage, rows)
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
