import { INDEX_VERSION_TEXT } from '@utpid/core/scoring'
import { expect, test, vi } from 'vitest'
import { SegmentGeneration } from '../../src/index/segment-generation.ts'
import { memoryStorage } from '../../src/storage/memory-storage.ts'

const PLAN = { indexVersion: INDEX_VERSION_TEXT }

/** Opens a storage. Reports whether each of its indexes was stopped, in order of creation. */
function opened() {
  const made: { readonly stop: () => number }[] = []
  const storage = memoryStorage({}, () => {
    const index = new SegmentGeneration()
    const stop = vi.spyOn(index, 'stop')
    made.push({ stop: () => stop.mock.calls.length })
    return index
  })
  const before = made.length
  return { storage, ofGenerations: (): boolean[] => made.slice(before).map(({ stop }) => stop() > 0) }
}

test('closing a memory storage stops the index of a running generation', async () => {
  const { storage, ofGenerations } = opened()
  const generation = await storage.beginGeneration?.(PLAN)
  expect(ofGenerations()).toEqual([false])
  await storage.close()
  expect(ofGenerations()).toEqual([true])
  await generation?.suspend().catch(() => undefined)
  expect(ofGenerations()).toEqual([true])
})

test('closing a memory storage, or starting another generation, stops a suspended index', async () => {
  const { storage, ofGenerations } = opened()
  const rows = { progress: 'half', records: [], products: [], edges: [], removedProducts: [], words: {} }
  const first = await storage.beginGeneration?.(PLAN)
  await first?.put(rows)
  await first?.suspend()
  expect(ofGenerations()).toEqual([false])
  const second = await storage.beginGeneration?.(PLAN)
  expect(ofGenerations()).toEqual([true, false])
  await second?.put(rows)
  await second?.suspend()
  await storage.close()
  expect(ofGenerations()).toEqual([true, true])
})

test('discarding a generation in memory stops its index', async () => {
  const { storage, ofGenerations } = opened()
  const generation = await storage.beginGeneration?.(PLAN)
  await generation?.discard()
  expect(ofGenerations()).toEqual([true])
  await storage.close()
})
