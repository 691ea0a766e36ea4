import { createRegistry, LIMITS, type Registry, type Storage } from '@utpid/core'
import { emptyGenerationRows } from '@utpid/core/storage'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStorage } from '../../src/storage/postgres-storage.ts'
import { newProduct } from '../support/sample-step.ts'
import { testServer } from '../support/server/test-server.ts'
import { dropSchema, newSchemaName } from '../support/test-schema.ts'

/** Opens several storages of one schema with separate connections, like several processes. */
async function openTogether(count: number): Promise<Storage[]> {
  const schema = newSchemaName()
  const connectionString = await testServer()
  const opened = Array.from({ length: count }, () => openPostgresStorage({ connectionString, schema, connections: 3 }))
  const storages = await Promise.all(opened)
  onTestFinished(async () => {
    for (const storage of storages) await storage.close()
    await dropSchema(schema)
  })
  return storages
}

it('creates each product once and numbers every change, for any writer', async () => {
  const storages = await openTogether(3)
  const [first] = storages as [Storage]
  const ids = Array.from({ length: 60 }, (_, at) => at + 1)
  const outcomes = await Promise.allSettled(
    ids.flatMap((id) => storages.map(({ ledger }) => ledger.commit(newProduct(id)))),
  )
  const changes = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.change : []))
  expect(changes.sort((a, b) => a - b)).toEqual(ids)
  for (const { ledger, index } of storages) {
    expect((await ledger.scanProducts(-1, 100)).map(({ id }) => id)).toEqual(ids)
    expect((await ledger.changes(0, 100)).map(({ change }) => change)).toEqual(ids)
    expect(await index.at()).toBe(ids.length)
  }
  expect((await first.ledger.counters()).get('products')).toBe(ids.length)
})

it('creates no duplicates when two registries import the same hotels at once', async () => {
  const hotels = ['Zephyr', 'Marlowe', 'Quill', 'Solace', 'Ember', 'Larkspur'].flatMap((name, at) => {
    const location = { city: 'Paris', country: 'FR', coordinates: [48.86 + at / 100, 2.34] }
    const hotel = { category: 'hotel', location, phone: `+33 1 40 20 50 5${at}` }
    return [
      { supplier: 'alpha', code: `A${at}`, name: `Hotel ${name}`, ...hotel },
      { supplier: 'beta', code: `B${at}`, name: `${name} Paris`, ...hotel },
    ]
  })
  const [one, other, alone] = (await openTogether(2)).concat(await openTogether(1)) as [Storage, Storage, Storage]
  const registries = [await createRegistry({ storage: one }), await createRegistry({ storage: other })]
  await Promise.all([registries[0]?.import(hotels), registries[1]?.import([...hotels].reverse())])
  await (await createRegistry({ storage: alone })).import(hotels)
  expect(await groups(one)).toEqual(await groups(alone))
  expect(await groups(other)).toEqual(await groups(alone))
})

it('keeps one representative of equal records, whoever deactivates it or adds a lower code', async () => {
  const storages = await openTogether(3)
  const [storage] = storages as [Storage]
  const hotel = {
    category: 'hotel',
    name: 'Hotel Marlowe Quill',
    location: { city: 'Paris', coordinates: [48.86, 2.34] },
  }
  const copy = (code: number): object => ({ supplier: 'alpha', code: `A${code}`, ...hotel })
  const registries = await Promise.all(storages.map((each) => createRegistry({ storage: each })))
  const [one, other, third] = registries as [Registry, Registry, Registry]
  await one.import([
    { supplier: 'beta', code: 'B1', ...hotel },
    ...Array.from({ length: 12 }, (_, at) => copy(20 + at)),
  ])
  await Promise.all([
    ...[20, 21, 22, 23].map((code) => one.deactivate({ supplier: 'alpha', code: `A${code}` })),
    ...[15, 14, 13].map((code) => other.upsert(copy(code))),
    ...[24, 25].map((code) => third.upsert({ ...copy(code), name: 'Hotel Marlove Quill' })),
  ])
  const records = (await storage.ledger.scanRecords(-1, 100)).filter(({ link }) => link !== undefined)
  const standing = records
    .filter(({ row }) => row.copy !== true)
    .map(({ row }) => `${row.record.name} ${row.record.code}`)
  expect(standing.sort()).toEqual(['Hotel Marlove Quill A24', 'Hotel Marlowe Quill A13', 'Hotel Marlowe Quill B1'])
  const { alerts } = await one.alerts()
  expect(alerts.flatMap(({ copies }) => copies ?? []).sort()).toEqual([2, 9])
  const located = await Promise.all(
    [
      { supplier: 'alpha', code: 'A13' },
      { supplier: 'beta', code: 'B1' },
    ].map((code) => one.locate(code)),
  )
  expect(new Set(located.map((each) => each?.utpid)).size).toBe(1)
  expect((await storage.ledger.counters()).get('records.copies')).toBe(9)
})

it('gives the result of one importer when four import overlapping feeds in small batches', async () => {
  const names = ['Zephyr', 'Marlowe', 'Quill', 'Solace', 'Ember', 'Larkspur', 'Pavane', 'Oriel', 'Rondel', 'Larch']
  const record = (supplier: string, at: number): object => ({
    supplier,
    code: `${supplier}${at}`,
    name: `Hotel ${names[at % names.length]} ${names[(at * 3 + 1) % names.length]}`,
    category: 'hotel',
    location: { city: 'Paris', country: 'FR', coordinates: [48.8 + at / 500, 2.3 + at / 700] },
    phone: `+33 1 40 20 5${at % 10} ${10 + at}`,
  })
  const suppliers = ['alpha', 'beta', 'gamma', 'delta']
  const feeds = suppliers.map((supplier, turn) =>
    Array.from({ length: 40 }, (_, at) => record(supplier, (at * 7 + turn * 11) % 40)),
  )
  // Adds a record that all feeds contain.
  for (const feed of feeds) feed.push(record('shared', 3))
  const storages = await openTogether(4)
  const registries = await Promise.all(storages.map((storage) => createRegistry({ storage })))
  await Promise.all(registries.map((registry, at) => registry.import(feeds[at] as object[], { batchSize: 8 })))
  const [alone] = (await openTogether(1)) as [Storage]
  await (await createRegistry({ storage: alone })).import(feeds.flat())
  expect(await groups(storages[0] as Storage)).toEqual(await groups(alone))
  expect((await alone.ledger.counters()).get('records')).toBe(161)
  expect((await storages[0]?.ledger.counters())?.get('records')).toBe(161)
})

it('fills one generation at a time, and every process reads the active generation', async () => {
  const [one, other] = (await openTogether(2)) as [Storage, Storage]
  await one.ledger.commit(newProduct(7))
  const generation = await one.beginGeneration({ indexVersion: '2-other' })
  await expect(other.beginGeneration({ indexVersion: '2-other' })).rejects.toMatchObject({ code: 'generation_open' })
  const { records, links, products } = newProduct(7)
  const [row] = records.map((record) => ({ row: { ...record, keys: [107] }, link: links[0] as (typeof links)[0] }))
  await generation.put({
    ...emptyGenerationRows(),
    records: row === undefined ? [] : [row],
    products: products.map((product) => ({ ...product, terms: ['m:inn'], mintedChange: 1 })),
  })
  const asked = async (): Promise<unknown> => [
    (await other.index.candidates([{ keys: [7, 107] }], LIMITS.recordsPerKey)).keyHits,
    (await other.index.search({ tiers: [{ groups: [{ any: ['m:inn'] }] }], filters: [], offset: 0, limit: 9 })).total,
    (await other.ledger.head()).indexVersion,
  ]
  expect(await asked()).toEqual([Uint32Array.of(1, 0), 0, undefined])
  await generation.swap({ ...newProduct(8), ...emptyRows, readVersion: 1 })
  expect(await asked()).toEqual([Uint32Array.of(2, 0), 1, '2-other'])
  await (await other.beginGeneration({ indexVersion: '3-next' })).discard()
})

const emptyRows = {
  records: [],
  links: [],
  products: [],
  lineage: [],
  preconditions: { records: [], products: [], keys: [] },
} as const

async function groups({ ledger }: Storage): Promise<string[]> {
  const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  const codes = new Map(records.map(({ row }) => [row.id, row.record.code]))
  const rows = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
  return rows
    .map((row) =>
      row.records
        .map((id) => codes.get(id))
        .sort()
        .join(' '),
    )
    .sort()
}
