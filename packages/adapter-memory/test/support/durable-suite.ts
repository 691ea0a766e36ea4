import { openDurableStorage } from '@utpid/adapter-memory/durable'
import type { Storage } from '@utpid/core'
import type { SuiteOptions } from '@utpid/storage-conformance'
import { temporaryFolder } from './temporary-folder.ts'

const folders = new WeakMap<Storage, string>()

/** How the conformance suites make a storage in a folder. */
export const DURABLE_SUITE: SuiteOptions = {
  name: 'openDurableStorage',
  createStorage: async (settings) => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder, settings)
    folders.set(storage, folder)
    return storage
  },
  reopen: async (storage, settings) => {
    const folder = folders.get(storage) as string
    await storage.close()
    const reopened = await openDurableStorage(folder, settings)
    folders.set(reopened, folder)
    return reopened
  },
  capabilities: { durable: true, sharedWriters: false, exactTotals: true },
}
