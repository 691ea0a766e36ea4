import { createMemoryStorage } from '@utpid/adapter-memory'
import { testStorage } from '@utpid/storage-conformance'

testStorage({
  name: 'createMemoryStorage',
  createStorage: createMemoryStorage,
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
})
