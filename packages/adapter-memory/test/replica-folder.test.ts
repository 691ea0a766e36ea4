import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { openDurableStorage, replicaFolder } from '@utpid/adapter-memory/durable'
import {
  createRegistry,
  type Ledger,
  LIMITS,
  type Registry,
  RegistryError,
  type Replica,
  replica,
  type Storage,
} from '@utpid/core'
import { FEW_HOTELS, MADE_UP_RULES, MANY_HOTELS, saidBy, testStorage } from '@utpid/storage-conformance'
import { expect, it, onTestFinished } from 'vitest'
import { LEDGER_FILE } from '../src/durable/registry-folder.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

testStorage({
  name: 'replica in a folder of a registry in memory',
  createStorage: async (settings) => {
    return await replica({ primary: createMemoryStorage(settings), local: replicaFolder(temporaryFolder()) })
  },
  capabilities: { durable: false, sharedWriters: false, exactTotals: true },
})

/** A primary that outlives its replicas, which close theirs, and counts what is read of it from the front. */
function lasting(primary: Storage): Storage & { readonly scans: () => number } {
  let scans = 0
  const ledger: Ledger = new Proxy(primary.ledger, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name === 'scanRecords') scans++
      return value.bind(target)
    },
  })
  return { ...primary, ledger, close: async () => undefined, scans: () => scans }
}

async function filled(hotels: readonly object[] = MANY_HOTELS): Promise<{ primary: Storage; registry: Registry }> {
  const primary = createMemoryStorage()
  const registry = await createRegistry({ storage: primary })
  onTestFinished(() => registry.close())
  await registry.import(hotels)
  return { primary, registry }
}

async function opened(primary: Storage, folder: string, onRefusedCopy?: (why: string) => void): Promise<Replica> {
  const local = replicaFolder(folder, onRefusedCopy === undefined ? {} : { onRefusedCopy })
  const copy = await replica({ primary, local })
  onTestFinished(() => copy.close())
  return copy
}

async function expectSame(copy: Replica, primary: Storage): Promise<void> {
  const { change } = await primary.ledger.head()
  await copy.waitFor(change)
  expect(copy.state().change).toBe(change)
  expect(await saidBy(copy)).toEqual(await saidBy(primary))
}

it('reads only what came since it was closed', async () => {
  const { primary, registry } = await filled()
  const followed = lasting(primary)
  const folder = temporaryFolder()
  const before = await opened(followed, folder)
  await expectSame(before, primary)
  const scans = followed.scans()
  expect(scans).toBeGreaterThan(0)
  await before.close()
  await registry.import(FEW_HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
  await registry.end({ supplier: FEW_HOTELS[0]?.supplier as string, code: FEW_HOTELS[0]?.code as string })
  const after = await opened(followed, folder)
  await expectSame(after, primary)
  expect(followed.scans()).toBe(scans)
  expect(readdirSync(folder)).toEqual(['copy-1'])
})

it('goes on where a process was killed between any two of its writes', async () => {
  const { primary, registry } = await filled(FEW_HOTELS)
  const folder = temporaryFolder()
  await (await opened(lasting(primary), folder)).close()
  for (let writes = 0; writes < 4; writes++) {
    for (let at = 0; at < 3; at++) {
      await registry.upsert({ supplier: 'later', code: `${writes}-${at}`, name: `Inn ${at} of ${writes} Lane` })
    }
    let left = writes
    const local = replicaFolder(folder)
    const broken = replica({
      primary: lasting(primary),
      local: async () => {
        const storage = await local()
        const ledger = new Proxy(storage.ledger, {
          get: (target, name) => {
            const value: unknown = Reflect.get(target, name, target)
            if (typeof value !== 'function') return value
            if (name !== 'commit') return value.bind(target)
            return async (commit: never) => {
              if (left-- === 0) throw new RegistryError('unavailable', 'Killed here.')
              return await (value as Ledger['commit']).call(target, commit)
            }
          },
        })
        return { ...storage, ledger }
      },
    })
    await broken.then((copy) => copy.close()).catch(() => undefined)
    const followed = lasting(primary)
    const copy = await opened(followed, folder)
    await expectSame(copy, primary)
    expect(followed.scans()).toBe(0)
    await copy.close()
  }
})

it('is made anew of another registry, though its changes have the same numbers', async () => {
  const folder = temporaryFolder()
  const one = await filled(FEW_HOTELS)
  await (await opened(lasting(one.primary), folder)).close()
  const other = await filled(FEW_HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Elsewhere` })))
  await other.registry.import(FEW_HOTELS.map((hotel) => ({ ...hotel, code: `${hotel.code}b` })))
  const followed = lasting(other.primary)
  await expectSame(await opened(followed, folder), other.primary)
  expect(followed.scans()).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual(['copy-2'])
})

it('is made anew of a past that was taken back, as by a restore from a backup', async () => {
  const folder = temporaryFolder()
  const one = await filled(FEW_HOTELS)
  await one.registry.upsert({ supplier: 'later', code: '1', name: 'Inn of the First Lane' })
  await (await opened(lasting(one.primary), folder)).close()
  const again = await filled(FEW_HOTELS)
  for (let at = 0; at < 3; at++) {
    await again.registry.upsert({ supplier: 'later', code: `2-${at}`, name: `Inn ${at} of the Second Lane` })
  }
  await expectSame(await opened(lasting(again.primary), folder), again.primary)
})

it('is made anew where the feed does not reach back, and after a reindex', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  await primary.continueAfter((await primary.ledger.head()).change + 500)
  await registry.upsert({ supplier: 'later', code: '1', name: 'Inn of the First Lane' })
  const after = await opened(lasting(primary), folder)
  await expectSame(after, primary)
  await after.close()
  await registry.reindex({ rules: MADE_UP_RULES })
  await expectSame(await opened(lasting(primary), folder), primary)
})

it('makes a second copy while the first answers, and deletes the first', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled()
  const copy = await opened(lasting(primary), folder)
  expect(readdirSync(folder)).toEqual(['copy-1'])
  await primary.continueAfter((await primary.ledger.head()).change + 500)
  await registry.upsert({ supplier: 'later', code: '1', name: 'Inn of the First Lane' })
  await expectSame(copy, primary)
  while (copy.state().rereading || readdirSync(folder).length > 1) await new Promise(setImmediate)
  expect(readdirSync(folder)).toEqual(['copy-2'])
})

it('deletes what was not made to its end', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled()
  const ledger = new Proxy(primary.ledger, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name !== 'scanProducts') return value.bind(target)
      return () => Promise.reject(new RegistryError('unavailable', 'The connection is lost.'))
    },
  })
  const making = replica({ primary: { ...primary, ledger }, local: replicaFolder(folder) })
  await expect(making).rejects.toMatchObject({ code: 'unavailable' })
  expect(readdirSync(folder)).toEqual([])
  // One that a process left which was killed.
  const left = await openDurableStorage(join(folder, 'copy-4'))
  await (await left.beginLoad?.())?.finish({ counters: {}, words: {} })
  await left.close()
  await expectSame(await opened(lasting(primary), folder), primary)
  expect(readdirSync(folder)).toEqual(['copy-5'])
})

it('tells of a copy that is damaged, and makes another one', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  truncateSync(join(folder, 'copy-1', LEDGER_FILE), 5_000)
  const told: string[] = []
  await expectSame(await opened(lasting(primary), folder, (why) => void told.push(why)), primary)
  expect(told).toHaveLength(1)
  expect(existsSync(join(folder, 'copy-1'))).toBe(false)
})

it('is open once at a time, and takes no folder of anything else', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  await opened(lasting(primary), folder)
  const again = replica({ primary: lasting(primary), local: replicaFolder(folder) })
  await expect(again).rejects.toMatchObject({ code: 'storage_locked' })
  const other = temporaryFolder()
  writeFileSync(join(other, 'photos.txt'), 'mine')
  mkdirSync(join(other, 'copy-1'))
  const foreign = replica({ primary: lasting(primary), local: replicaFolder(other) })
  await expect(foreign).rejects.toThrow(/photos\.txt/)
  expect(readdirSync(other).toSorted()).toEqual(['copy-1', 'photos.txt'])
  const aFile = join(other, 'photos.txt')
  const inFile = replica({ primary: lasting(primary), local: replicaFolder(aFile) })
  await expect(inFile).rejects.toMatchObject({ code: 'validation_failed' })
})

it('refuses a storage that holds a registry and no copy', async () => {
  const { primary } = await filled(FEW_HOTELS)
  const own = await filled(FEW_HOTELS.slice(1))
  const local = lasting(own.primary)
  await expect(replica({ primary: lasting(primary), local: () => local })).rejects.toMatchObject({
    code: 'storage_not_empty',
  })
  expect((await own.primary.ledger.scanRecords(-1, LIMITS.rowsPerPage)).length).toBe(FEW_HOTELS.length - 1)
})

it('tells how far the last step is', async () => {
  const { primary } = await filled()
  const told: number[] = []
  const copy = await replica({
    primary: lasting(primary),
    local: replicaFolder(temporaryFolder()),
    onProgress: ({ writing }) => {
      if (writing !== undefined) told.push(writing.done / writing.all)
    },
  })
  onTestFinished(() => copy.close())
  expect(told.at(-1)).toBe(1)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
