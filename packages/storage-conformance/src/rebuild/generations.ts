import { LIMITS } from '@utpid/core'
import { type Commit, emptyGenerationRows } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import {
  AFTER,
  BEFORE,
  beginFilled,
  commitOnHead,
  expectRebuilt,
  fill,
  QUERIES,
  rebuiltPalace,
  rebuiltRows,
  recordsByKey,
} from '../support/sample-generation.ts'
import {
  deactivatedRecord,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleRecord,
  sampleStay,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { wholeState } from '../support/whole-state.ts'

/**
 * Tests that a second generation is invisible while it is filled, and that it replaces the first generation atomically.
 */
export function testGenerations(bench: StorageBench): void {
  describe('generations', () => {
    it('are invisible before the swap, but can be read themselves', async () => {
      const storage = await bench.open()
      await fill(storage)
      const before = await wholeState(storage, QUERIES)
      const generation = await beginFilled(storage)
      expect(await wholeState(storage, QUERIES)).toStrictEqual(before)
      const { records, products, edges } = rebuiltRows()
      const stored = await generation.getRecords([12, 99, 11, 13])
      expect(stored.map((each) => each?.row)).toEqual([records[1]?.row, undefined, records[0]?.row, records[2]?.row])
      expect(stored.map((each) => each?.link?.productId)).toEqual([2, undefined, 1, undefined])
      expect(await generation.getProducts([2, 99, 1])).toEqual([products[1], undefined, products[0]])
      expect(await generation.edges([11, 13])).toEqual([edges, []])
      expect(await recordsByKey(generation, 105, 106, 5)).toEqual([[11], [11, 12], []])
    })

    it('replace rows with the same id, and remove inactive rows', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      await generation.put({
        ...emptyGenerationRows(),
        records: [
          { row: sampleRecord(11, { revision: 2, keys: [107] }), link: sampleLink(11, 1) },
          { row: deactivatedRecord(12, 2) },
        ],
        products: [sampleProduct(1, { revision: 2, terms: ['m:palace'] })],
        removedProducts: [2],
        edges: [{ a: 11, b: 12, removed: true }],
        words: { riz: -1, ritz: 3 },
      })
      expect(await recordsByKey(generation, 105, 106, 107)).toEqual([[], [], [11]])
      expect((await generation.getRecords([11, 12])).map((each) => each?.row.revision)).toEqual([2, 2])
      expect((await generation.getProducts([1, 2])).map((row) => row?.revision)).toEqual([2, undefined])
      expect(await generation.edges([11, 12])).toEqual([[], []])
      await write(storage, {
        records: [sampleRecord(11, { revision: 2 }), deactivatedRecord(12, 2)],
        links: [sampleLink(11, 1)],
        unlinked: [12],
        removedProducts: [2],
        lineage: [sampleLineage(2, { status: 'retired' })],
      })
      await generation.swap(await commitOnHead(storage))
      expect(await storage.ledger.words(['riz', 'ritz', 'palace'])).toEqual([0, 3, 1])
      expect((await wholeState(storage, QUERIES)).found.map(({ productIds }) => productIds)).toEqual([[], [], [], [1]])
    })

    it('are active after the swap, with their own keys, features, terms, edges, words and index version', async () => {
      const storage = await bench.open()
      await fill(storage)
      const before = await wholeState(storage, QUERIES)
      const generation = await beginFilled(storage)
      expect(await generation.swap(await commitOnHead(storage))).toEqual({ change: 3, repeated: false })
      const after = await wholeState(storage, QUERIES)
      expectRebuilt(after, 3)
      expect(after.counters).toEqual(before.counters)
      expect(after.lineage).toEqual(before.lineage)
      expect(after.records.map(({ row, link }) => [row.record, link])).toEqual(
        before.records.map(({ row, link }) => [row.record, link]),
      )
    })

    it('write a commit with the swap: both or neither', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      const parts: Partial<Commit> = {
        preconditions: { records: [[11, 1]], products: [[2, 1]], keys: [], indexVersion: BEFORE },
        links: [sampleLink(12, 1)],
        products: [sampleProduct(1, { revision: 2, records: [11, 12], rank: 5, terms: ['m:palace', 'm:ritz'] })],
        removedProducts: [2],
        lineage: [sampleLineage(2, { status: 'merged', into: 1, records: [12] })],
        counters: { merges: 1 },
        events: [{ type: 'registry.reindexed', indexVersion: AFTER }],
      }
      const before = await wholeState(storage, QUERIES)
      const wrong = { ...parts, preconditions: { records: [[11, 7]], products: [], keys: [] } } as const
      await expectError('revision_conflict', async () => generation.swap(await commitOnHead(storage, wrong)))
      await expectError('validation_failed', async () =>
        generation.swap(await commitOnHead(storage, { ...parts, products: [rebuiltPalace] })),
      )
      await expectError('validation_failed', async () =>
        generation.swap(await commitOnHead(storage, { idempotencyKey: 'named' })),
      )
      expect(await wholeState(storage, QUERIES)).toStrictEqual(before)
      await generation.swap(await commitOnHead(storage, parts))
      const after = await wholeState(storage, QUERIES)
      expect(after.products.map(({ id, revision }) => [id, revision])).toEqual([[1, 2]])
      expect(after.candidates[4]).toEqual([
        [11, 1, 10],
        [12, 1, 11],
      ])
      expect(after.found.map(({ productIds }) => productIds)).toEqual([[], [], [1], [1]])
      expect(after.lineage[1]?.status).toBe('merged')
      expect(after.counters).toContainEqual(['merges', 1])
      expect(after.changes.at(-1)).toMatchObject({
        change: 3,
        products: [1],
        removedProducts: [2],
        events: parts.events,
      })
    })

    it('are rejected while they lack a change, and accepted when it was put', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      const stale = await commitOnHead(storage)
      await write(storage, sampleStay(14, 4, { record: { keys: [7] } }))
      const error = await expectError('revision_conflict', () => generation.swap(stale))
      expect(error.details.reason).toBe('head')
      await expectError('validation_failed', async () => generation.swap(await commitOnHead(storage)))
      const record = { row: sampleRecord(14, { keys: [107] }), link: sampleLink(14, 4) }
      await generation.put({ ...emptyGenerationRows(), records: [record] })
      await expectError('validation_failed', async () => generation.swap(await commitOnHead(storage)))
      expect((await storage.ledger.head()).indexVersion).toBe(BEFORE)
      await generation.put({ ...emptyGenerationRows(), products: [sampleProduct(4, { records: [14] })] })
      await generation.swap(await commitOnHead(storage))
      expect((await storage.ledger.getRecords([14]))[0]).toEqual(record)
    })

    it('allow writes to the active generation, which they do not show', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      await write(storage, {
        ...sampleStay(11, 1, { record: { revision: 2, keys: [5, 7] }, product: { revision: 2, terms: ['n:palace'] } }),
        edges: [{ a: 11, b: 12, removed: true }],
      })
      const state = await wholeState(storage, QUERIES)
      expect(state.candidates.map((found) => found.map(([id]) => id))).toEqual([[11], [12], [11], [], [], []])
      expect(state.edges).toEqual([[], [], []])
      expect((await generation.getRecords([11]))[0]?.row).toEqual(rebuiltRows().records[0]?.row)
      expect(await generation.edges([11])).toEqual([rebuiltRows().edges])
      expect(await recordsByKey(generation, 105, 5, 7)).toEqual([[11], [], []])
    })

    it('have the product that a record has at that time', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      await write(storage, { links: [sampleLink(12, 1)] })
      expect((await generation.getRecords([12]))[0]?.link?.productId).toBe(1)
      const [moved] = await generation.getRecords([12])
      if (moved !== undefined) await generation.put({ ...emptyGenerationRows(), records: [moved] })
      await generation.swap(await commitOnHead(storage))
      expect((await wholeState(storage, QUERIES)).candidates[4]).toEqual([
        [11, 1, 10],
        [12, 1, 11],
      ])
    })

    it('leave nothing when discarded', async () => {
      const storage = await bench.open()
      await fill(storage)
      const before = await wholeState(storage, QUERIES)
      const generation = await beginFilled(storage)
      await generation.discard()
      await generation.discard()
      expect(await wholeState(storage, QUERIES)).toStrictEqual(before)
      await expectError('validation_failed', () => generation.put(rebuiltRows()))
      await expectError('validation_failed', () => generation.getRecords([11]))
      await expectError('validation_failed', async () => generation.swap(await commitOnHead(storage)))
      const next = await storage.beginGeneration({ indexVersion: AFTER })
      expect(await next.getRecords([11])).toEqual([undefined])
      expect(await next.edges([11])).toEqual([[]])
      expect(await recordsByKey(next, 105)).toEqual([[]])
    })

    it('are limited to one at a time', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await beginFilled(storage)
      await expectError('generation_open', () => storage.beginGeneration({ indexVersion: AFTER }))
      await generation.swap(await commitOnHead(storage))
      await expectError('validation_failed', () => generation.put(rebuiltRows()))
      await generation.discard()
      await storage.beginGeneration({ indexVersion: BEFORE })
    })

    it('follow one another, each starting empty', async () => {
      const storage = await bench.open()
      await fill(storage)
      await (await beginFilled(storage)).swap(await commitOnHead(storage))
      const second = await storage.beginGeneration({ indexVersion: BEFORE })
      expect(await second.getRecords([11])).toEqual([undefined])
      await second.put(rebuiltRows({ edges: [], words: {} }))
      await second.swap(await commitOnHead(storage))
      const state = await wholeState(storage, QUERIES)
      expect([state.head.indexVersion, state.edges, state.words]).toEqual([BEFORE, [[], [], []], [0, 0, 0]])
      await (await beginFilled(storage)).swap(await commitOnHead(storage))
      expectRebuilt(await wholeState(storage, QUERIES), 5)
    })

    it('reject every transaction based on another index version', async () => {
      const storage = await bench.open()
      await fill(storage)
      const expected = { records: [], products: [], keys: [] }
      await write(storage, { preconditions: { ...expected, indexVersion: BEFORE } })
      const generation = await beginFilled(storage)
      await generation.swap(await commitOnHead(storage))
      const asked = { readVersion: 3, preconditions: { ...expected, keys: [6] } }
      const stale = await write(storage, asked).catch((error: { code: string }) => error.code)
      expect(['read_version_too_old', 'revision_conflict'], 'a key that was read before').toContain(stale)
      await expectError('index_outdated', () =>
        write(storage, { preconditions: { ...expected, indexVersion: BEFORE } }),
      )
      await write(storage, { preconditions: { ...expected, keys: [106], indexVersion: AFTER } })
    })

    it('accept batches as large as those of the ledger, but no larger', async () => {
      const storage = await bench.open()
      const generation = await storage.beginGeneration({ indexVersion: AFTER })
      const ids = Array.from({ length: LIMITS.idsPerRead + 1 }, (_, at) => at)
      expect(await generation.getRecords(ids.slice(1))).toHaveLength(LIMITS.idsPerRead)
      await expectError('validation_failed', () => generation.getRecords(ids))
      await expectError('validation_failed', () => generation.getProducts(ids))
      await expectError('validation_failed', () => generation.edges(ids))
    })

    it('end with their storage', async () => {
      const storage = await bench.open()
      const generation = await storage.beginGeneration({ indexVersion: AFTER })
      await storage.close()
      await expectError('closed', () => storage.beginGeneration({ indexVersion: AFTER }))
      await expectError('closed', () => generation.put(rebuiltRows()))
      await expectError('closed', () => generation.candidates([], LIMITS.recordsPerKey))
    })

    it('are lost when the storage is closed before the swap', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await fill(storage)
      await beginFilled(storage)
      const before = await wholeState(storage, QUERIES)
      const reopened = await bench.reopen(storage)
      expect(await wholeState(reopened, QUERIES)).toStrictEqual(before)
      const generation = await reopened.beginGeneration({ indexVersion: AFTER })
      expect(await generation.getRecords([11])).toEqual([undefined])
    })

    it('are active when the storage was closed after the swap', async (context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await fill(storage)
      await (await beginFilled(storage)).swap(await commitOnHead(storage))
      const before = await wholeState(storage, QUERIES)
      const reopened = await bench.reopen(storage)
      expect(await wholeState(reopened, QUERIES)).toStrictEqual(before)
      expectRebuilt(before, 3)
      await write(reopened, sampleStay(14, 4, { record: { keys: [106] } }))
      expect((await wholeState(reopened, QUERIES)).candidates[4]?.map(([id]) => id)).toEqual([11, 12, 14])
    })
  })
}
