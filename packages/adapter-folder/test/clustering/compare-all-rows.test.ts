import { createMemoryStorage } from '@utpid/adapter-memory'
import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { createRegistry, LIMITS, parseRecord, type Registry, type Storage, type SupplierRecord } from '@utpid/core'
import { exportClusters, restoreRegistry } from '@utpid/core/copy'
import { CURRENT_RULES } from '@utpid/core/scoring'
import type { EdgeRow, ProductRow, RecordId, StoredRecord } from '@utpid/core/storage'
import { hashText, readInChunks } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComparedRecords, compareAllRows } from '../../src/clustering/compare-all-rows.ts'
import { CompareRows } from '../../src/clustering/compare-rows.ts'
import { RowNumbers } from '../../src/clustering/row-numbers.ts'

/** The contents of a registry that a comparison reads. */
interface Held {
  readonly records: readonly StoredRecord[]
  readonly products: readonly ProductRow[]
  readonly edges: readonly EdgeRow[]
}

async function heldBy({ ledger }: Storage): Promise<Held> {
  const records = (await ledger.scanRecords(-1, LIMITS.rowsPerPage)).filter(({ link }) => link !== undefined)
  const products = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
  const lists = await readInChunks(
    records.map(({ row }) => row.id),
    (ids) => ledger.edges(ids),
  )
  const edges = new Map(lists.flat().map((edge) => [`${edge.a}:${edge.b}`, edge]))
  return { records, products, edges: [...edges.values()].sort((x, y) => x.a - y.a || x.b - y.b) }
}

/**
 * Compares the stored rows of a registry with the expected rows.
 *
 * @param order - The order in which records are added to the index. Some records occur twice, which creates several
 *   segments and deleted rows.
 */
async function compared(
  registry: Registry,
  { records, edges }: Held,
  order: readonly number[],
): Promise<ComparedRecords> {
  const generation = new SegmentGeneration({ maxBufferRows: 4, later: () => undefined })
  for (const at of [...order, ...records.keys()]) {
    const { row, link } = records[at % records.length] as StoredRecord
    const { id, revision, features, keys } = row
    generation.keys.put({ id, productId: link?.productId ?? 0, revision, features, keys })
    if (at % 5 === 0) generation.keys.flush()
  }
  generation.keys.flush()
  const byId = new Map(records.map((each) => [each.row.id, each]))
  const segments = generation.keys.parts
  const rows = new CompareRows(segments, CURRENT_RULES, registry.scorer(), {
    getRecords: async (ids) => ids.map((id) => byId.get(id)),
    edgesBetween: (least, most) => edges.filter(({ a }) => a >= least && a <= most),
  })
  const found = await compareAllRows(
    new RowNumbers(segments),
    async (tasks, onDone) => {
      for (const task of tasks) onDone(await rows.run(task), task)
      return true
    },
    () => undefined,
  )
  if (found === undefined) throw new Error('The rows were not compared.')
  return found
}

/** Counts the pairs of products with an edge between them. The most similar pairs become alerts, and so do copies. */
function pairsOfProducts({ records, edges }: Held): number {
  const products = new Map(records.map(({ row, link }) => [row.id, link?.productId ?? -1]))
  const pairs = edges.map(({ a, b }) => [products.get(a) ?? -1, products.get(b) ?? -1].sort((x, y) => x - y))
  return new Set(pairs.flatMap(([one, other]) => (one === other ? [] : [`${one}:${other}`]))).size
}

/** Returns pairs of a record and its cluster. */
function liveGroups({ recordIds, clusterOf }: ComparedRecords, { records }: Held): [RecordId, number][] {
  return records.map(({ row }) => [row.id, clusterOf[recordIds.indexOf(row.id)] as number])
}

/** Groups records with the same number, and sorts the groups. */
function together(numbers: readonly (readonly [RecordId, number])[]): string[] {
  const sets = new Map<number, RecordId[]>()
  for (const [id, number] of numbers) sets.set(number, [...(sets.get(number) ?? []), id])
  return [...sets.values()].map((ids) => ids.sort().join()).sort()
}

const NAMES = ['Zephyr', 'Hotel Zephyr', 'Zephyr Marlowe', 'Marlowe Quill', 'Quill', 'Hotel', 'Zephyr 12', 'Zephyr 14']
const PLACES: readonly (readonly [number, number])[] = [
  [48.8601, 2.3401],
  [48.8602, 2.3401],
  [48.8607, 2.3402],
  [48.8642, 2.3401],
  [48.8658, 2.3401],
  [48.8701, 2.3501],
]
const records = fc.uniqueArray(
  fc.record({
    supplier: fc.constantFrom('s1', 's2', 's3', 's4'),
    code: fc.nat(5).map((code) => `c${code}`),
    name: fc.constantFrom(...NAMES),
    category: fc.constantFrom('hotel', 'hotel', 'apartment'),
    location: fc.record(
      { coordinates: fc.constantFrom(...PLACES), city: fc.constant('Paris'), country: fc.constant('FR') },
      { requiredKeys: [] },
    ),
    phone: fc.option(fc.constantFrom('+33140205050', '+33140205051'), { nil: undefined, freq: 2 }),
  }),
  { minLength: 1, maxLength: 20, selector: ({ supplier, code }) => `${supplier}/${code}` },
)

test('finds no differences after an import, and counts edges, clusters and alerts correctly', () =>
  fc.assert(
    fc.asyncProperty(records, fc.array(fc.nat(19), { maxLength: 30 }), async (given, order) => {
      const storage = createMemoryStorage()
      const registry = await createRegistry({ storage })
      await registry.import(given)
      const held = await heldBy(storage)
      const found = await compared(registry, held, order)
      expect([...found.ids]).toEqual([])
      expect(found).toMatchObject({
        compared: given.length,
        edges: held.edges.length,
        edgesDiffering: 0,
        clusters: held.products.length,
        alerts: pairsOfProducts(held),
      })
      expect([...found.recordIds].sort()).toEqual(held.records.map(({ row }) => row.id).sort())
      expect(together(held.records.map(({ row, link }) => [row.id, link?.productId ?? -1]))).toEqual(
        together(liveGroups(found, held)),
      )
      await registry.close()
    }),
    runs(60),
  ))

test('reports a record of each wrong edge and of each wrong product', () =>
  fc.assert(
    fc.asyncProperty(records, fc.infiniteStream(fc.nat(5)), async (given, chance) => {
      const storage = createMemoryStorage()
      const registry = await createRegistry({ storage })
      await registry.import(given)
      const held = await heldBy(storage)
      const drawn = (): number => chance.next().value as number
      const wrong = new Set<RecordId>()
      let differing = 0
      const edges = held.edges.flatMap((edge): EdgeRow[] => {
        const kind = drawn()
        if (kind > 2) return [edge]
        wrong.add(edge.a)
        differing++
        if (kind === 0) return []
        return [kind === 1 ? { ...edge, weight: edge.weight - 1 } : { ...edge, tfVersion: 7 }]
      })
      // Adds one superfluous edge, sometimes to a record that lacks another edge.
      const [first, second] = held.records.map(({ row }) => row.id)
      const isFree = !held.edges.some(({ a, b }) => a === first && b === second)
      if (first !== undefined && second !== undefined && isFree && drawn() > 2) {
        edges.push({ a: first, b: second, weight: 900, confidence: 9_980, model: 'any', tfVersion: 0 })
        edges.sort((x, y) => x.a - y.a || x.b - y.b)
        wrong.add(first)
        differing++
      }
      const moved = held.records.map((each): StoredRecord => {
        const [other] = held.products
        if (drawn() > 0 || each.link === undefined || other === undefined || other.id === each.link.productId)
          return each
        return { ...each, link: { ...each.link, productId: other.id } }
      })
      const found = await compared(registry, { ...held, edges, records: moved }, [])
      const told = new Set(found.ids)
      expect(told.size).toBe(found.ids.length)
      for (const id of wrong) expect(told).toContain(id)
      expect(found.edgesDiffering).toBe(differing)
      // The report must include one record of each product that is not a cluster, and of each cluster that is not a
      // product.
      const right = new Map(held.products.map(({ records: own }) => [[...own].sort().join(), own]))
      const now = new Map<number, RecordId[]>()
      for (const { row, link } of moved)
        now.set(link?.productId ?? 0, [...(now.get(link?.productId ?? 0) ?? []), row.id])
      for (const own of now.values()) {
        if (!right.has([...own].sort().join())) expect(own.some((id) => told.has(id))).toBe(true)
        right.delete([...own].sort().join())
      }
      for (const own of right.values()) expect(own.some((id) => told.has(id))).toBe(true)
      await registry.close()
    }),
    runs(60),
  ))

test('reports copies restored as separate records, and counts edges, clusters and alerts correctly', () =>
  fc.assert(
    fc.asyncProperty(records, fc.infiniteStream(fc.nat(3)), async (given, chance) => {
      const drawn = (): number => chance.next().value as number
      const all = given.flatMap((record) =>
        Array.from({ length: 1 + (drawn() % 3) }, (_, at) => ({ ...record, code: `${record.code}-${at}` })),
      )
      const grouped = new Map<number, SupplierRecord[]>()
      for (const record of all) {
        const parsed = parseRecord(record)
        if (!('record' in parsed)) throw new Error(`${record.code} was refused.`)
        const group = drawn()
        grouped.set(group, [...(grouped.get(group) ?? []), parsed.record])
      }
      const imported = createMemoryStorage()
      const registry = await createRegistry({ storage: imported })
      await registry.import(all)
      const restored = createMemoryStorage()
      await restoreRegistry(restored, exportClusters(grouped.values()))
      const [held, expected] = [await heldBy(restored), await heldBy(imported)]
      const found = await compared(registry, held, [])
      expect(found).toMatchObject({
        compared: all.length,
        edges: expected.edges.length,
        clusters: expected.products.length,
        alerts: pairsOfProducts(expected),
      })
      const copies = new Set(expected.records.flatMap(({ row }) => (row.copy === true ? [row.id] : [])))
      expect([...found.ids].filter((id) => copies.has(id)).length).toBe(copies.size)
      await registry.close()
    }),
    runs(15),
  ))

test('rows of a small segment do not scan the edges of all other rows', async () => {
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage })
  const many = Array.from({ length: 240 }, (_, at) => ({
    supplier: `s${at % 4}`,
    code: `c${at}`,
    name: `Zephyr ${'abcdefghijklmnopqrstuvwxyz'.slice(Math.floor(at / 4) % 22).slice(0, 5)} Quill`,
    category: 'hotel',
    location: { coordinates: [48.8 + Math.floor(at / 4) / 100, 2.3] },
  }))
  await registry.import(many)
  const held = await heldBy(storage)
  const generation = new SegmentGeneration({ maxBufferRows: 1_000, later: () => undefined })
  for (const [at, { row, link }] of held.records.entries()) {
    const { id, revision, features, keys } = row
    generation.keys.put({ id, productId: link?.productId ?? 0, revision, features, keys })
    // The last three ids are evenly spread hashes, like all others.
    if (at === held.records.length - 4) generation.keys.flush()
  }
  const ends = held.records.filter((_, at) => at % 100 === 0).map(({ row }) => row)
  for (const { id, revision, features, keys } of ends) {
    const productId = held.records.find(({ row }) => row.id === id)?.link?.productId ?? 0
    generation.keys.put({ id, productId, revision: revision + 1, features, keys })
  }
  generation.keys.flush()
  let walked = 0
  const segments = generation.keys.parts
  expect(segments.length).toBe(2)
  const rows = new CompareRows(segments, CURRENT_RULES, registry.scorer(), {
    getRecords: async (ids) => ids.map((id) => held.records.find(({ row }) => row.id === id)),
    *edgesBetween(least, most) {
      for (const edge of held.edges) {
        if (edge.a < least || edge.a > most) continue
        walked++
        yield edge
      }
    },
  })
  const found = await compareAllRows(
    new RowNumbers(segments),
    async (tasks, onDone) => {
      for (const task of tasks) onDone(await rows.run(task), task)
      return true
    },
    () => undefined,
  )
  expect(found?.edgesDiffering).toBe(0)
  expect(held.edges.length).toBeGreaterThan(100)
  expect(walked).toBeLessThan(held.edges.length * 1.2)
})

test('treats two suppliers with the same id hash as different suppliers', async () => {
  const storage = createMemoryStorage()
  const registry = await createRegistry({ storage })
  const record = (supplier: string): Record<string, unknown> => ({
    supplier,
    code: '1',
    name: 'La Cigale Bleue Quxwelby',
    category: 'hotel',
    location: { coordinates: [43.9493, 4.8055], city: 'Avignon', country: 'FR' },
    phone: '+33490140000',
  })
  const suppliers = ['supplier-57999', 'supplier-470312'] as const
  expect(hashText(suppliers[0])).toBe(hashText(suppliers[1]))
  await registry.import(suppliers.map(record))
  const held = await heldBy(storage)
  expect(held.products).toHaveLength(1)
  const found = await compared(registry, held, [0, 1])
  expect(found.clusters).toBe(1)
  expect(found.ids).toHaveLength(0)
})
