import { createMemoryStorage } from '@utpid/adapter-memory'
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
