import { replicaFolder } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { replica } from '@utpid/core/copy'
import type { SuiteOptions } from '@utpid/storage-conformance'
import { temporaryFolder } from '@utpid/testing'

/** Options of the conformance suites for replicas. The primary is in memory, the copy in a folder. */
export const REPLICA_FOLDER_SUITE: SuiteOptions = {
  name: 'replica in a folder of a registry in memory',
  createStorage: async (settings) =>
    await replica({ primary: createMemoryStorage(settings), local: replicaFolder(temporaryFolder()) }),
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
  // The long run has 100.
  histories: 2,
}
