import { SegmentGeneration } from '@utpid/adapter-memory/engine'
import { INDEX_VERSION_TEXT } from '@utpid/core/scoring'
import { temporaryFolder } from '@utpid/testing'
import { expect, test, vi } from 'vitest'
import { durableStorage } from '../../src/open/open-durable-storage.ts'

const PLAN = { indexVersion: INDEX_VERSION_TEXT }

/** Opens a storage. Also returns, for each of its indexes in order of creation, whether the index was stopped. */
async function opened() {
  const made: { readonly stop: () => number }[] = []
  const storage = await durableStorage(temporaryFolder(), { index: 'segments' }, () => {
    const index = new SegmentGeneration()
    const stop = vi.spyOn(index, 'stop')
    made.push({ stop: () => stop.mock.calls.length })
    return index
  })
  const before = made.length
  return { storage, ofGenerations: (): boolean[] => made.slice(before).map(({ stop }) => stop() > 0) }
}

test('closing a folder stops the index of a running generation', async () => {
  const { storage, ofGenerations } = await opened()
  const generation = await storage.beginGeneration?.(PLAN)
  expect(ofGenerations()).toEqual([false])
  await storage.close()
  expect(ofGenerations()).toEqual([true])
  await generation?.suspend().catch(() => undefined)
  expect(ofGenerations()).toEqual([true])
})

test('closing a folder, or starting another generation, stops the index of a suspended generation', async () => {
  const { storage, ofGenerations } = await opened()
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

test('discarding a generation of a folder stops its index', async () => {
  const { storage, ofGenerations } = await opened()
  const generation = await storage.beginGeneration?.(PLAN)
  await generation?.discard()
  expect(ofGenerations()).toEqual([true])
  await storage.close()
})
