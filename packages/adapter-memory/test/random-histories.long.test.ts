import { createMemoryStorage } from '@utpid/adapter-memory'
import { testRandomHistories } from '@utpid/storage-conformance'
import { DURABLE_SUITE } from './support/durable-suite.ts'

testRandomHistories({ name: 'createMemoryStorage', createStorage: createMemoryStorage })
testRandomHistories(DURABLE_SUITE)
