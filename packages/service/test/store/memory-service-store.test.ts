import { testServiceJobs, testServiceStore } from '@utpid/storage-conformance/service'
import { MemoryServiceStore } from '../../src/store/memory-service-store.ts'

testServiceStore({ name: 'memory', open: async () => new MemoryServiceStore() })
testServiceJobs({ name: 'memory', open: async () => new MemoryServiceStore(), openAgain: async (store) => store })
