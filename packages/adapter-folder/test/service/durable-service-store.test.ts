import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE_TABLES, type ServiceStore } from '@utpid/service'
import { testServiceJobs, testServiceStore } from '@utpid/storage-conformance/service'
import { temporaryFolder } from '@utpid/testing'
import { describe, expect, it } from 'vitest'
import { openDurableStorage } from '../../src/index.ts'
import { durableServiceStore } from '../../src/service/durable-service-store.ts'
import { openDurableServiceStore } from '../../src/service.ts'

const folders = new WeakMap<ServiceStore, string>()

async function open(folder: string): Promise<ServiceStore> {
  const store = await openDurableServiceStore(folder, SERVICE_TABLES)
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

// Shares one store between both workers, since it can only be opened once.
testServiceJobs({ name: 'durable', open: () => open(temporaryFolder()), openAgain: async (store) => store })

describe('the store of a service in a folder', () => {
  it('is open once, next to the registry of its folder', async () => {
    const folder = temporaryFolder()
    const storage = await openDurableStorage(folder)
    const store = await open(folder)
    await expect(open(folder)).rejects.toMatchObject({ code: 'storage_locked' })
    await store.close()
    await storage.close()
    await (await openDurableStorage(folder)).close()
    await (await open(folder)).close()
  })

  it('checks all pages of a small file, rows of a large file on reading, and detects truncation of both', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'service', 'service.lmdb')
    const store = await open(folder)
    await store.write([{ table: 'plans', key: 'gold', row: { name: 'gold' } as never }])
    await store.close()
    const whole = readFileSync(file)
    const at = whole.indexOf('"name":"gold"')
    expect(at).toBeGreaterThan(0)
    const changed = Buffer.from(whole)
    changed.write('"name":"gone"', at)
    writeFileSync(file, changed)
    await expect(open(folder)).rejects.toMatchObject({ code: 'storage_corrupt' })
    const large = await durableServiceStore(folder, SERVICE_TABLES, 0)
    await expect(large.read('plans', ['gold'])).rejects.toMatchObject({ code: 'storage_corrupt' })
    await large.close()
    writeFileSync(file, whole)
    truncateSync(file, 3 * 4_096)
    await expect(durableServiceStore(folder, SERVICE_TABLES, 0)).rejects.toMatchObject({ code: 'storage_corrupt' })
    writeFileSync(file, whole)
    const again = await durableServiceStore(folder, SERVICE_TABLES, 0)
    expect(await again.read('plans', ['gold'])).toMatchObject([{ key: 'gold' }])
    await again.close()
  })
})
