import { createMemoryStorage } from '@utpid/adapter-memory'
import { replica } from '@utpid/core/copy'
import { testRandomHistories } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'
import { SegmentGeneration } from '../../src/index/segment-generation.ts'
import { memoryStorage } from '../../src/storage/memory-storage.ts'

testRandomHistories({ name: 'createMemoryStorage', createStorage: createMemoryStorage, histories: times(1_000, 25) })
testRandomHistories({
  name: 'createMemoryStorage with segments',
  createStorage: (settings) => createMemoryStorage({ ...settings, index: 'segments' }),
  histories: times(200, 25),
})
testRandomHistories({
  name: 'createMemoryStorage with small segments',
  createStorage: (settings) => memoryStorage(settings, () => new SegmentGeneration({ maxBufferRows: 3 })),
  histories: times(200, 25),
})
testRandomHistories({
  name: 'replica in memory of a registry in memory',
  createStorage: async (settings) =>
    await replica({ primary: createMemoryStorage(settings), local: () => createMemoryStorage() }),
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
  histories: times(200, 25),
})
