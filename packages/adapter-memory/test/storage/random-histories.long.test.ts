import { createMemoryStorage } from '@utpid/adapter-memory'
import { testRandomHistories } from '@utpid/storage-conformance'
import { times } from '@utpid/testing'

testRandomHistories({ name: 'createMemoryStorage', createStorage: createMemoryStorage, histories: times(1_000, 25) })
