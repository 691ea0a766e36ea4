import type { ServiceStore } from '@utpid/service'
import { testServiceJobs, testServiceStore } from '@utpid/storage-conformance/service'
import { describe, expect, it } from 'vitest'
import { openDurableStorage } from '../../src/durable.ts'
import { openDurableServiceStore } from '../../src/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folders = new WeakMap<ServiceStore, string>()

async function open(folder: string): Promise<ServiceStore> {
  const store = await openDurableServiceStore(folder)
  folders.set(store, folder)
  return store
}

testServiceStore({
  name: 'durable',
  open: () => open(temporaryFolder()),
  openAgain: async (store) => {
    await store.close()
    return await open(folders.get(store) as string)
  },
})

// Open once, so that both workers have the same opening.
testServiceJobs({ name: 'durable', open: () => open(temporaryFolder()), openAgain: async (store) => store })

describe('the store of a service in a folder', () => {
  it('is open once, and beside the registry of its folder', async () => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder)
    const store = await open(folder)
    await expect(open(folder)).rejects.toMatchObject({ code: 'storage_locked' })
    await store.close()
    await storage.close()
    await (await openDurableStorage(folder)).close()
    await (await open(folder)).close()
  })
})
