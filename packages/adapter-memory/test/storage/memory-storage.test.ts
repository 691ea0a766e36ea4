import { createMemoryStorage } from '@utpid/adapter-memory'
import { testStorage } from '@utpid/storage-conformance'
import { expect, test } from 'vitest'
import { SegmentGeneration } from '../../src/index/segment-generation.ts'
import { memoryStorage } from '../../src/storage/memory-storage.ts'

const capabilities = { durable: false, sharedWriters: false, exactTotals: true }

testStorage({ name: 'createMemoryStorage', createStorage: createMemoryStorage, capabilities })
testStorage({
  name: 'createMemoryStorage with segments',
  createStorage: (settings) => createMemoryStorage({ ...settings, index: 'segments' }),
  capabilities,
})
testStorage({
  // Uses small segments, so that segments are often built and merged.
  name: 'createMemoryStorage with small segments',
  createStorage: (settings) => memoryStorage(settings ?? {}, () => new SegmentGeneration({ maxBufferRows: 3 })),
  capabilities,
})

test('another kind of index is rejected', () => {
  expect(() => createMemoryStorage({ index: 'tree' as 'plain' })).toThrow(
    expect.objectContaining({ code: 'validation_failed', message: 'index is "tree"; give plain or segments.' }),
  )
})
