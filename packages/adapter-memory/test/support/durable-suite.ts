import { type DurableStorageOptions, openDurableStorage } from '@utpid/adapter-memory/durable'
import type { Storage } from '@utpid/core'
import type { SuiteOptions } from '@utpid/storage-conformance'
import { temporaryFolder } from './temporary-folder.ts'

const folders = new WeakMap<Storage, string>()

/** How the conformance suites make a storage in a folder. */
export const DURABLE_SUITE: SuiteOptions = durableSuite('openDurableStorage')
export const DURABLE_SEGMENTS_SUITE: SuiteOptions = durableSuite('openDurableStorage with segments', {
  index: 'segments',
})

function durableSuite(name: string, options: DurableStorageOptions = {}): SuiteOptions {
  const open: SuiteOptions['createStorage'] = async (settings) => await openAt(temporaryFolder(), settings)
  const openAt = async (folder: string, settings: DurableStorageOptions | undefined): Promise<Storage> => {
    const storage = await openDurableStorage(folder, { ...settings, ...options })
    folders.set(storage, folder)
    return storage
  }
  return {
    name,
    createStorage: open,
    reopen: async (storage, settings) => {
      const folder = folders.get(storage) as string
      await storage.close()
      return await openAt(folder, settings)
    },
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
  }
}
