import { createMemoryStorage } from '@utpid/adapter-memory'
import { testStorage } from '@utpid/storage-conformance'
import { expect, test } from 'vitest'
import { SegmentGeneration } from '../../src/index/segment-generation.ts'
import { memoryStorage } from '../../src/storage/memory-storage.ts'

/** The long run has more histories of each kind of index. */
const histories = 4
const capabilities = { durable: false, sharedWriters: false, exactTotals: true }

testStorage({ name: 'createMemoryStorage', createStorage: createMemoryStorage, capabilities, histories })
testStorage({
  name: 'createMemoryStorage with segments',
  createStorage: (settings) => createMemoryStorage({ ...settings, index: 'segments' }),
  capabilities,
  histories,
})
testStorage({
  // Uses small segments, so that segments are often built and merged.
  name: 'createMemoryStorage with small segments',
  createStorage: (settings) => memoryStorage(settings ?? {}, () => new SegmentGeneration({ maxBufferRows: 3 })),
  capabilities,
  histories,
})

test('another kind of index is rejected', () => {
  expect(() => createMemoryStorage({ index: 'tree' as 'plain' })).toThrow(
    expect.objectContaining({ code: 'validation_failed', message: 'index is "tree"; give plain or segments.' }),
  )
})
