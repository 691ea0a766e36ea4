import type { Storage } from '@utpid/core'
import { emptyGenerationRows, type Generation, type GenerationPlan } from '@utpid/core/storage'
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
  rebuiltRows,
  recordsByKey,
} from '../support/sample-generation.ts'
import {
  deactivatedRecord,
  sampleEdge,
  sampleLineage,
  sampleLink,
  sampleProduct,
  sampleRecord,
  sampleStay,
  write,
} from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'
import { wholeState } from '../support/whole-state.ts'

const PLAN: GenerationPlan = {
  indexVersion: AFTER,
  modelVersion: { model: '2026-1', modelHash: '00000000000000aa', tfVersion: 3 },
  modelVersionRows: [{ name: 'epoch:3', content: { words: { hôtel: 12 } } }],
}

/** Writes the first of two parts: the first record. */
async function putFirst(generation: Generation): Promise<void> {
  const { records, words } = rebuiltRows()
  const first = records.slice(0, 1)
  await generation.put({ ...emptyGenerationRows(), records: first, words, progress: 'one of three' })
}

async function putRest(generation: Generation): Promise<void> {
  const { records, products, edges } = rebuiltRows()
  await generation.put({ ...emptyGenerationRows(), records: records.slice(1), products, edges, progress: 'all ô' })
}

async function resumed(storage: Storage): Promise<Generation> {
  const generation = await storage.resumeGeneration()
  if (generation === undefined) throw new Error('There is no suspended generation.')
  return generation
}

/** Expects only the rows of the first record in the generation. */
async function expectFirst(generation: Generation): Promise<void> {
  const { records } = rebuiltRows()
  expect(generation.plan).toEqual(PLAN)
  expect(generation.progress).toBe('one of three')
  expect((await generation.getRecords([11, 12, 13])).map((each) => each?.row)).toEqual([
    records[0]?.row,
    undefined,
    undefined,
  ])
  expect(await generation.getProducts([1, 2])).toEqual([undefined, undefined])
  expect(await recordsByKey(generation, 105, 106)).toEqual([[11], [11]])
}

/** The rows of a product whose last record is inactive. */
const RETIRED = { removedProducts: [1], lineage: [sampleLineage(1, { status: 'retired' })] }

/** Tests that a generation can be resumed if it was suspended or if its process has exited. */
export function testSuspendedGenerations(bench: StorageBench): void {
  describe('suspended generations', () => {
    it('are unchanged when resumed, and are active after their swap', async () => {
      const storage = await bench.open()
      await fill(storage)
      const before = await wholeState(storage, QUERIES)
      const generation = await storage.beginGeneration(PLAN)
      expect(generation.progress).toBeUndefined()
      await putFirst(generation)
      await generation.suspend()
      await generation.suspend()
      await expectError('validation_failed', () => generation.put(rebuiltRows()))
      await expectError('validation_failed', () => generation.getRecords([11]))
      expect(await wholeState(storage, QUERIES)).toStrictEqual(before)
      const again = await resumed(storage)
      await expectFirst(again)
      await putRest(again)
      expect(again.progress).toBe('all ô')
      await again.suspend()
      const last = await resumed(storage)
      expect(last.progress).toBe('all ô')
      expect(await last.edges([11, 12])).toEqual([
        [sampleEdge(11, 12, { weight: 900 })],
        [sampleEdge(11, 12, { weight: 900 })],
      ])
      await last.swap(await commitOnHead(storage))
      const { modelVersion, ...head } = (await wholeState(storage, QUERIES)).head
      expect(modelVersion).toEqual(PLAN.modelVersion)
      expectRebuilt({ ...(await wholeState(storage, QUERIES)), head }, 3)
      expect(await storage.ledger.modelVersions()).toEqual(PLAN.modelVersionRows)
      expect(await storage.resumeGeneration()).toBeUndefined()
    })

    it('keep the last progress, whatever is put later without progress', async () => {
      const storage = await bench.open()
      const generation = await storage.beginGeneration(PLAN)
      await putFirst(generation)
      await generation.put({ ...emptyGenerationRows(), words: { riz: 1 } })
      expect(generation.progress).toBe('one of three')
      await generation.suspend()
      expect((await resumed(storage)).progress).toBe('one of three')
    })

    it('do not exist without progress', async () => {
      const storage = await bench.open()
      await fill(storage)
      expect(await storage.resumeGeneration()).toBeUndefined()
      const generation = await beginFilled(storage)
      await generation.suspend()
      await expectError('validation_failed', () => generation.put(rebuiltRows()))
      expect(await storage.resumeGeneration()).toBeUndefined()
      expect(await (await storage.beginGeneration(PLAN)).getRecords([11])).toEqual([undefined])
    })

    it('are lost when another generation starts, or when discarded', async () => {
      const storage = await bench.open()
      await fill(storage)
      const first = await storage.beginGeneration(PLAN)
      await putFirst(first)
      await first.suspend()
      const second = await storage.beginGeneration({ indexVersion: BEFORE })
      expect(second.progress).toBeUndefined()
      expect(await second.getRecords([11])).toEqual([undefined])
      expect(await recordsByKey(second, 105)).toEqual([[]])
      await putFirst(second)
      await second.suspend()
      const third = await resumed(storage)
      expect(third.plan).toEqual({ indexVersion: BEFORE })
      await third.discard()
      expect(await storage.resumeGeneration()).toBeUndefined()
      const fourth = await storage.beginGeneration(PLAN)
      await putFirst(fourth)
      await putRest(fourth)
      await fourth.swap(await commitOnHead(storage))
      await fourth.suspend()
      expect(await storage.resumeGeneration()).toBeUndefined()
    })

    it('are under way one at a time, too', async () => {
      const storage = await bench.open()
      const generation = await storage.beginGeneration(PLAN)
      await putFirst(generation)
      await expectError('generation_open', () => storage.resumeGeneration())
      await generation.suspend()
      await resumed(storage)
      await expectError('generation_open', () => storage.resumeGeneration())
      await expectError('generation_open', () => storage.beginGeneration(PLAN))
    })

    it('keep the old state of a deactivated record until it is put', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await storage.beginGeneration(PLAN)
      await putFirst(generation)
      await putRest(generation)
      await generation.suspend()
      await write(storage, { records: [deactivatedRecord(11, 2)], unlinked: [11], ...RETIRED })
      const again = await resumed(storage)
      expect(await recordsByKey(again, 105, 106)).toEqual([[11], [11, 12]])
      await again.put({ ...emptyGenerationRows(), records: [{ row: deactivatedRecord(11, 2) }], removedProducts: [1] })
      expect(await recordsByKey(again, 105, 106)).toEqual([[], [12]])
    })

    it('accept rows that were written meanwhile', async () => {
      const storage = await bench.open()
      await fill(storage)
      const generation = await storage.beginGeneration(PLAN)
      await putFirst(generation)
      await generation.suspend()
      await write(storage, sampleStay(14, 4, { record: { keys: [7] } }))
      const again = await resumed(storage)
      await putRest(again)
      await expectError('validation_failed', async () => again.swap(await commitOnHead(storage)))
      await again.put({
        ...emptyGenerationRows(),
        records: [{ row: sampleRecord(14, { keys: [107] }), link: sampleLink(14, 4) }],
        products: [sampleProduct(4, { records: [14] })],
      })
      await again.swap(await commitOnHead(storage))
      expect((await wholeState(storage, QUERIES)).candidates[5]?.map(([id]) => id)).toEqual([14])
    })

    it.for([true, false])('exist after reopening the storage (suspended before: %s)', async (keeps, context) => {
      const storage = await bench.open()
      context.skip(!storage.capabilities.durable, 'not durable: its content ends with the process')
      await fill(storage)
      const generation = await storage.beginGeneration(PLAN)
      await putFirst(generation)
      if (keeps) await generation.suspend()
      const reopened = await bench.reopen(storage)
      await expectFirst(await resumed(reopened))
      // Reopens again: a process may exit several times.
      const again = await bench.reopen(reopened)
      const last = await resumed(again)
      await expectFirst(last)
      await write(again, { records: [deactivatedRecord(11, 2)], unlinked: [11], ...RETIRED })
      await putRest(last)
      const third = await bench.reopen(again)
      const rest = await resumed(third)
      expect(await recordsByKey(rest, 105, 106)).toEqual([[11], [11, 12]])
      await rest.put({ ...emptyGenerationRows(), records: [{ row: deactivatedRecord(11, 2) }], removedProducts: [1] })
      await rest.put({ ...emptyGenerationRows(), edges: [{ a: 11, b: 12, removed: true }] })
      await rest.swap(await commitOnHead(third))
      const state = await wholeState(third, QUERIES)
      expect(state.head.indexVersion).toBe(AFTER)
      expect(state.candidates[4]).toEqual([[12, 2, 11]])
      expect(state.found.map(({ productIds }) => productIds)).toEqual([[], [], [], [2]])
      const fourth = await bench.reopen(third)
      expect(await fourth.resumeGeneration()).toBeUndefined()
      expect(await wholeState(fourth, QUERIES)).toStrictEqual(state)
    })
  })
}
