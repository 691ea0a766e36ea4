import { INDEX_VERSION_TEXT, type Storage } from '@utpid/core'
import { temporaryFolder } from '@utpid/testing'
import { expect, test, vi } from 'vitest'
import { durableStorage } from '../src/durable/open-durable-storage.ts'
import { SegmentGeneration } from '../src/engine/segment-generation.ts'
import type { MakeIndexGeneration } from '../src/index-generation.ts'
import { memoryStorage } from '../src/memory-storage.ts'

const PLAN = { indexVersion: INDEX_VERSION_TEXT }
const STORAGES: readonly (readonly [string, (makeIndex: MakeIndexGeneration) => Promise<Storage>])[] = [
  ['in memory', async (makeIndex) => memoryStorage({}, makeIndex)],
  ['in a folder', (makeIndex) => durableStorage(temporaryFolder(), { index: 'segments' }, makeIndex)],
]

/** An open storage, and whether each of its indexes was stopped, in the order in which they were made. */
async function opened(open: (makeIndex: MakeIndexGeneration) => Promise<Storage>) {
  const made: { readonly stop: () => number }[] = []
  const storage = await open(() => {
    const index = new SegmentGeneration()
    const stop = vi.spyOn(index, 'stop')
    made.push({ stop: () => stop.mock.calls.length })
    return index
  })
  const before = made.length
  return { storage, ofGenerations: (): boolean[] => made.slice(before).map(({ stop }) => stop() > 0) }
}

test.each(STORAGES)('a generation that is under way when a storage closes %s works on no index', async (_, open) => {
  const { storage, ofGenerations } = await opened(open)
  const generation = await storage.beginGeneration?.(PLAN)
  expect(ofGenerations()).toEqual([false])
  await storage.close()
  expect(ofGenerations()).toEqual([true])
  await generation?.keep().catch(() => undefined)
  expect(ofGenerations()).toEqual([true])
})

test.each(STORAGES)(
  'one that is laid aside %s is stopped by closing, and by another one that is begun',
  async (_, open) => {
    const { storage, ofGenerations } = await opened(open)
    const rows = { progress: 'half', records: [], products: [], edges: [], endedProducts: [], words: {} }
    const first = await storage.beginGeneration?.(PLAN)
    await first?.put(rows)
    await first?.keep()
    expect(ofGenerations()).toEqual([false])
    const second = await storage.beginGeneration?.(PLAN)
    expect(ofGenerations()).toEqual([true, false])
    await second?.put(rows)
    await second?.keep()
    await storage.close()
    expect(ofGenerations()).toEqual([true, true])
  },
)

test.each(STORAGES)('one that is discarded %s works on no index', async (_, open) => {
  const { storage, ofGenerations } = await opened(open)
  const generation = await storage.beginGeneration?.(PLAN)
  await generation?.discard()
  expect(ofGenerations()).toEqual([true])
  await storage.close()
})
