import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type Registry, restoreRegistry, type Storage } from '@utpid/core'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../src/postgres-storage.ts'
import { tablesOf } from '../src/tables.ts'
import { dropSchema, newSchemaName, withClient } from './support/test-schema.ts'
import { testServer } from './support/test-server.ts'

/** Some batches of lines, so that threads have something to do. */
const HOTELS = Array.from({ length: 1_200 }, (_, at) => ({
  supplier: at % 3 === 0 ? 'alpha' : 'beta',
  code: `A\t${at}`,
  name: `Hotel ${at % 7 === 0 ? 'アパ' : 'Zephyr'} ${String.fromCharCode(97 + (at % 26))}${at.toString(36)} 😀`,
  category: 'hotel',
  location: {
    city: `City ${at % 40}`,
    country: 'FR',
    coordinates: [43 + at / 250, 2 + (at % 40) / 10] as [number, number],
  },
}))

/** With things that it tells twice, since others wrote while it was made. */
let lines: string[]

beforeAll(async () => {
  const registry = await createRegistry({ storage: createMemoryStorage() })
  await registry.import(HOTELS)
  await decide(registry)
  lines = []
  for await (const row of registry.export()) {
    lines.push(JSON.stringify(row))
    if (lines.length !== 2_500) continue
    await registry.import(HOTELS.slice(0, 60).map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
    const [gone] = (await registry.search('grand')).products
    await registry.delete(gone?.utpid as string, { by: 'ann' })
  }
}, 60_000)

async function decide(registry: Registry): Promise<void> {
  const { products } = await registry.search('zephyr', { limit: 9 })
  const [one, other, third] = products.map(({ utpid }) => utpid) as [string, string, string]
  await registry.merge(one, other, { by: 'ann' })
  await registry.verify(third, { by: 'ann', method: 'manual' })
  await registry.addAliases([{ alias: 'old\t1', utpid: third }])
}

async function openEmpty(restoreThreads: number): Promise<{ storage: Storage; schema: string }> {
  const schema = newSchemaName()
  const storage = await openPostgresStorage({ connectionString: await testServer(), schema, restoreThreads })
  onTestFinished(async () => {
    await storage.close()
    await dropSchema(schema)
  })
  return { storage, schema }
}

/** Every row of every table, as it lies there. */
async function contentsOf(schema: string): Promise<Record<string, unknown[]>> {
  const { derived, spare: _spare, ...shared } = tablesOf(schema)
  const views = Object.keys(derived).map((name) => `"${schema}".${name}_0`)
  const contents: Record<string, unknown[]> = {}
  await withClient(async (client) => {
    for (const table of [...views, ...Object.values(shared)]) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${table} t order by t.ctid`)
      contents[table.replace(schema, '')] = rows.map(({ row }) => row)
    }
  })
  return contents
}

it('makes of an export with threads what it makes with none, row for row as they lie', async () => {
  const [alone, threaded] = [await openEmpty(0), await openEmpty(2)]
  const report = await restoreRegistry(alone.storage, lines, { clock: () => 0 })
  const seen: number[] = []
  const onProgress = ({ lines }: { lines: number }): number => seen.push(lines)
  expect(await restoreRegistry(threaded.storage, lines, { clock: () => 0, onProgress })).toEqual(report)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  const [expected, found] = [await contentsOf(alone.schema), await contentsOf(threaded.schema)]
  for (const table of Object.keys(expected)) expect(found[table], table).toEqual(expected[table])
  expect(found['"".spellings_0']?.length).toBeGreaterThan(1_000)
})

it('reads lines on a thread, and leaves alone what is no row of its own', async () => {
  const { storage } = await openEmpty(1)
  const load = await storage.beginLoad?.()
  const rows = lines.slice(10, 1_010)
  const kinds = (await load?.aside?.read(rows))?.facts.kinds ?? {}
  expect(Object.values(kinds).reduce((sum, each) => sum + each, 0)).toBe(rows.length)
  expect(await load?.aside?.read(lines.slice(0, 1_000))).toBeUndefined()
  expect(await load?.aside?.read([...rows, rows[0] as string])).toBeUndefined()
  expect(await load?.aside?.read(['[]'])).toBeUndefined()
  await load?.abandon()
  expect(await load?.aside?.read(rows)).toBeUndefined()
})

it.each([
  ['a letter is another one', (line: string) => line.replace('"kind"', '"kinD"')],
  ['it is cut off', (line: string) => line.slice(0, -9)],
  ['it is missing', () => ''],
])('names the line that is damaged: %s', async (_, damage) => {
  const damaged = lines.map((line, at) => (at === 1_700 ? damage(line) : line))
  const refusal = async (threads: number): Promise<unknown> => {
    const { storage } = await openEmpty(threads)
    const error = await restoreRegistry(storage, damaged).catch((reason: unknown) => reason)
    expect(await storage.ledger.head()).toEqual({ change: 0 })
    return error
  }
  const expected = await refusal(0)
  expect(expected).toMatchObject({ code: 'export_damaged' })
  expect(await refusal(2)).toMatchObject({ message: (expected as Error).message })
})
