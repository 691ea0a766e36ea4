import { createMemoryStorage } from '@utpid/adapter-memory'
import { replica } from '@utpid/core'
import { testStorage } from '@utpid/storage-conformance'

testStorage({
  name: 'replica in memory of a registry in memory',
  createStorage: async (settings) => {
    return await replica({ primary: createMemoryStorage(settings), local: () => createMemoryStorage() })
  },
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
})
