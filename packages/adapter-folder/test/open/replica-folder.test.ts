import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDurableStorage, replicaFolder } from '@utpid/adapter-folder'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, type Registry, RegistryError, type Storage } from '@utpid/core'
import type { Replica, ReplicaProgress } from '@utpid/core/copy'
import { replica } from '@utpid/core/copy'
import { emptyCommit, type Ledger, ledgerProxy } from '@utpid/core/storage'
import { ARTIFICIAL_RULES, FEW_HOTELS, MANY_HOTELS, rowsIn, testRandomHistories } from '@utpid/storage-conformance'
import { longTest, temporaryFolder } from '@utpid/testing'
import { expect, it, onTestFinished } from 'vitest'
import { LEDGER_FILE } from '../../src/folder/registry-folder.ts'
import { REPLICA_FOLDER_SUITE } from '../support/replica-folder-suite.ts'

testRandomHistories(REPLICA_FOLDER_SUITE)

/** Returns a primary that stays open when its replicas close it. It also counts scans from the start. */
function lasting(primary: Storage): Storage & { readonly scans: () => number } {
  let scans = 0
  const ledger: Ledger = {
    ...ledgerProxy(() => primary.ledger),
    scanRecords: async (after, limit) => {
      scans++
      return await primary.ledger.scanRecords(after, limit)
    },
  }
  return { ...primary, ledger, close: async () => undefined, scans: () => scans }
}

async function filled(hotels: readonly object[] = MANY_HOTELS): Promise<{ primary: Storage; registry: Registry }> {
  const primary = createMemoryStorage()
  const registry = await createRegistry({ storage: primary })
  onTestFinished(() => registry.close())
  await registry.import(hotels)
  return { primary, registry }
}

async function opened(primary: Storage, folder: string, onRejectedCopy?: (why: string) => void): Promise<Replica> {
  const local = replicaFolder(folder, onRejectedCopy === undefined ? {} : { onRejectedCopy })
  const copy = await replica({ primary, local })
  onTestFinished(() => copy.close())
  return copy
}

async function expectSame(copy: Replica, primary: Storage): Promise<void> {
  const { change } = await primary.ledger.head()
  await copy.waitFor(change)
  expect(copy.state().change).toBe(change)
  expect(await rowsIn(copy)).toEqual(await rowsIn(primary))
}

longTest('reads only the changes after its last closing', async () => {
  const { primary, registry } = await filled()
  const followed = lasting(primary)
  const folder = temporaryFolder()
  const before = await opened(followed, folder)
  await expectSame(before, primary)
  const scans = followed.scans()
  expect(scans).toBeGreaterThan(0)
  await before.close()
  await registry.import(FEW_HOTELS.map((hotel) => ({ ...hotel, name: `${hotel.name} Grand` })))
  await registry.deactivate({ supplier: FEW_HOTELS[0]?.supplier as string, code: FEW_HOTELS[0]?.code as string })
  const after = await opened(followed, folder)
  await expectSame(after, primary)
  expect(followed.scans()).toBe(scans)
  expect(readdirSync(folder)).toEqual(['copy-1'])
})

/** Returns a ledger with one failing commit. The failure is before or after the write. */
function failingOnce(ledger: Ledger, at: number, isWritten: boolean): { ledger: Ledger; hasFailed: () => boolean } {
  let commits = 0
  const failing: Ledger = {
    ...ledgerProxy(() => ledger),
    commit: async (commit) => {
      const fails = commits++ === at
      if (fails && !isWritten) throw new RegistryError('unavailable', 'It was killed.')
      const result = await ledger.commit(commit)
      if (fails) throw new RegistryError('unavailable', 'Its answer is lost.')
      return result
    },
  }
  return { ledger: failing, hasFailed: () => commits > at }
}

/** Writes enough transactions for two pages of changes. */
async function writtenLater(registry: Registry, street: string, steps = 30): Promise<void> {
  for (let at = 0; at < steps; at++) {
    await registry.upsert({ supplier: 'later', code: `${street}-${at}`, name: `Inn ${at} of ${street} Lane` })
  }
}

it('continues after a process was killed between any two of its writes', async () => {
  const { primary, registry } = await filled(FEW_HOTELS)
  const folder = temporaryFolder()
  await (await opened(lasting(primary), folder)).close()
  let kills = 0
  for (let at = 0; at < 3; at++) {
    await writtenLater(registry, `the ${at}th`)
    const local = replicaFolder(folder)
    let hasFailed = (): boolean => false
    const killed = replica({
      primary: lasting(primary),
      local: async (wanted) => {
        const storage = await local(wanted)
        const failing = failingOnce(storage.ledger, at, false)
        hasFailed = failing.hasFailed
        return { ...storage, ledger: failing.ledger }
      },
    })
    await killed.then((copy) => copy.close()).catch(() => undefined)
    if (hasFailed()) kills++
    const followed = lasting(primary)
    const copy = await opened(followed, folder)
    await expectSame(copy, primary)
    expect(followed.scans()).toBe(0)
    await copy.close()
  }
  expect(kills).toBeGreaterThan(1)
})

it.each([0, 1])('keeps its position when the response of its write %i is lost', async (at) => {
  const { primary, registry } = await filled(FEW_HOTELS)
  const folder = temporaryFolder()
  await (await opened(lasting(primary), folder)).close()
  const local = replicaFolder(folder)
  let failing: ReturnType<typeof failingOnce> | undefined
  await writtenLater(registry, 'the first', 5)
  const copy = await replica({
    primary: lasting(primary),
    pollMilliseconds: 5,
    local: async (wanted) => {
      const storage = await local(wanted)
      // Fails a later commit: the first commit marks the start of the copy.
      failing = failingOnce(storage.ledger, 1 + at, true)
      return { ...storage, ledger: failing.ledger }
    },
  })
  await writtenLater(registry, 'the second')
  await expectSame(copy, primary)
  expect(failing?.hasFailed()).toBe(true)
  await copy.close()
  await writtenLater(registry, 'the third', 40)
  const followed = lasting(primary)
  await expectSame(await opened(followed, folder), primary)
  expect(followed.scans()).toBe(0)
})

it('is rebuilt when its running primary is set back to a past and its change numbers have caught up', async () => {
  const folder = temporaryFolder()
  const one = await filled(FEW_HOTELS)
  await writtenLater(one.registry, 'the lost', 3)
  const other = await filled(FEW_HOTELS)
  await writtenLater(other.registry, 'the new', 5)
  let present = one.primary
  const ledger = ledgerProxy(() => present.ledger)
  const { onChange: _, ...silent } = one.primary
  const told: string[] = []
  const copy = await replica({
    primary: { ...silent, ledger, close: async () => undefined },
    local: replicaFolder(folder),
    pollMilliseconds: 5,
    onReplaced: (why) => void told.push(why),
  })
  onTestFinished(() => copy.close())
  present = other.primary
  await expectSame(copy, other.primary)
  expect(told).toEqual([expect.stringContaining('restored from a backup')])
})

it('is rebuilt when another process has written to it', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  const own = await createRegistry({ storage: await openDurableStorage(join(folder, 'copy-1')) })
  await own.upsert({ supplier: 'foreign', code: '1', name: 'Inn of a Foreign Lane' })
  await own.close()
  await expectSame(await opened(lasting(primary), folder), primary)
  expect(readdirSync(folder)).toEqual(['copy-2'])
})

it('is rebuilt when its own change feed has expired and cannot show who wrote last', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  const copy = await openDurableStorage(join(folder, 'copy-1'))
  await copy.setNextChange((await copy.ledger.head()).change + 10)
  await copy.close()
  await expectSame(await opened(lasting(primary), folder), primary)
})

it('is rebuilt when a damaged row has to be overwritten', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  const [hotel] = FEW_HOTELS as readonly { name: string }[]
  const file = join(folder, 'copy-1', LEDGER_FILE)
  const bytes = readFileSync(file)
  const name = hotel?.name as string
  let damaged = 0
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    bytes[at] = 0x23
    damaged++
  }
  expect(damaged).toBeGreaterThan(0)
  writeFileSync(file, bytes)
  await registry.import(FEW_HOTELS.map((each) => ({ ...each, name: `${(each as { name: string }).name} Grand` })))
  const told: string[] = []
  const copy = await replica({
    primary: lasting(primary),
    local: replicaFolder(folder),
    onReplaced: (why) => void told.push(why),
  })
  onTestFinished(() => copy.close())
  await expectSame(copy, primary)
  expect(told).toEqual([expect.stringContaining('is damaged')])
})

it('deletes nothing that is no copy, is open in another process, or is only unused now', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  const copy = await opened(lasting(primary), folder)
  const local = replicaFolder(folder)
  for (let tries = 0; tries < 2; tries++) {
    await expect(replica({ primary: lasting(primary), local })).rejects.toMatchObject({ code: 'storage_locked' })
  }
  await expect(local({ isNew: true })).rejects.toMatchObject({ code: 'storage_locked' })
  expect(readdirSync(folder)).toEqual(['copy-1'])
  await expectSame(copy, primary)
  await copy.close()

  const head = (): Promise<never> => Promise.reject(new Error('away'))
  const away = { ...lasting(primary), ledger: { ...ledgerProxy(() => primary.ledger), head } }
  for (let tries = 0; tries < 2; tries++) await expect(replica({ primary: away, local })).rejects.toThrow('away')
  expect(readdirSync(folder)).toEqual(['copy-1'])

  const own = temporaryFolder()
  const registry = await createRegistry({ storage: await openDurableStorage(join(own, 'copy-1')) })
  await registry.import(FEW_HOTELS)
  await registry.close()
  const into = replica({ primary: lasting(primary), local: replicaFolder(own) })
  await expect(into).rejects.toMatchObject({ code: 'validation_failed' })
  expect(readdirSync(own)).toEqual(['copy-1'])
})

it('is a sound folder', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  await writtenLater(registry, 'the first')
  await (await opened(lasting(primary), folder)).close()
  const storage = await openDurableStorage(join(folder, 'copy-1'))
  expect((await storage.check()).findings).toEqual([])
  await storage.close()
})

it('is rebuilt for another registry, although the changes have the same numbers', async () => {
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

it('is rebuilt after its primary was restored from a backup', async () => {
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

it('is rebuilt when the change feed starts too late, and after a reindex', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  await primary.setNextChange((await primary.ledger.head()).change + 500)
  await registry.upsert({ supplier: 'later', code: '1', name: 'Inn of the First Lane' })
  const after = await opened(lasting(primary), folder)
  await expectSame(after, primary)
  await after.close()
  await registry.reindex({ rules: ARTIFICIAL_RULES })
  await expectSame(await opened(lasting(primary), folder), primary)
})

it('is stored for a registry without any writes', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled([])
  expect((await primary.ledger.head()).change).toBe(0)
  await (await opened(lasting(primary), folder)).close()
  const again = await opened(lasting(primary), folder)
  await expectSame(again, primary)
  await again.close()
  await registry.import(FEW_HOTELS)
  const followed = lasting(primary)
  await expectSame(await opened(followed, folder), primary)
  expect(followed.scans()).toBe(0)
  expect(readdirSync(folder)).toEqual(['copy-1'])
})

longTest('builds a second copy while the first serves, and deletes the first', async () => {
  const folder = temporaryFolder()
  const { primary, registry } = await filled()
  const copy = await opened(lasting(primary), folder)
  expect(readdirSync(folder)).toEqual(['copy-1'])
  await primary.setNextChange((await primary.ledger.head()).change + 500)
  await registry.upsert({ supplier: 'later', code: '1', name: 'Inn of the First Lane' })
  while (!copy.state().recopying) await new Promise(setImmediate)
  expect((await copy.ledger.scanRecords(-1, 1)).length).toBe(1)
  expect(copy.state().recopying).toBe(true)
  await expectSame(copy, primary)
  while (copy.state().recopying || readdirSync(folder).length > 1) await new Promise(setImmediate)
  expect(readdirSync(folder)).toEqual(['copy-2'])
})

it('deletes incomplete copies', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  const ledger: Ledger = {
    ...ledgerProxy(() => primary.ledger),
    scanProducts: () => Promise.reject(new RegistryError('unavailable', 'The connection is lost.')),
  }
  const making = replica({ primary: { ...primary, ledger }, local: replicaFolder(folder) })
  await expect(making).rejects.toMatchObject({ code: 'unavailable' })
  expect(readdirSync(folder)).toEqual([])
  // Creates a copy like that of a killed process.
  const left = await openDurableStorage(join(folder, 'copy-4'))
  await (await left.beginLoad?.())?.finish({ counters: {}, words: {} })
  await left.close()
  await expectSame(await opened(lasting(primary), folder), primary)
  expect(readdirSync(folder)).toEqual(['copy-5'])
})

it('reports a damaged copy, and builds a new copy', async () => {
  const folder = temporaryFolder()
  const { primary } = await filled(FEW_HOTELS)
  await (await opened(lasting(primary), folder)).close()
  truncateSync(join(folder, 'copy-1', LEDGER_FILE), 5_000)
  const told: string[] = []
  await expectSame(await opened(lasting(primary), folder, (why) => void told.push(why)), primary)
  expect(told).toHaveLength(1)
  expect(existsSync(join(folder, 'copy-1'))).toBe(false)
})

it('is open once at a time, and rejects other folders', async () => {
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

it('rejects a storage with a registry that is no copy', async () => {
  const { primary } = await filled(FEW_HOTELS)
  const own = await filled(FEW_HOTELS.slice(1))
  const local = lasting(own.primary)
  await expect(replica({ primary: lasting(primary), local: () => local })).rejects.toMatchObject({
    code: 'storage_not_empty',
  })
  expect((await own.primary.ledger.scanRecords(-1, LIMITS.rowsPerPage)).length).toBe(FEW_HOTELS.length - 1)
})

it('reports the progress of the last phase', async () => {
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

it('reports the progress of catching up after reopening', async () => {
  const { primary } = await filled(FEW_HOTELS)
  const folder = temporaryFolder()
  await (await opened(lasting(primary), folder)).close()
  const before = (await primary.ledger.head()).change
  // The number of changes is more than one page of the change feed.
  const changes = LIMITS.rowsPerPage + 100
  for (let at = 0; at < changes; at++) await primary.ledger.commit(emptyCommit('2026-11-25T10:00:00.000Z', before + at))
  const told: ReplicaProgress[] = []
  const copy = await replica({
    primary: lasting(primary),
    local: replicaFolder(folder),
    onProgress: (progress) => told.push(progress),
  })
  onTestFinished(() => copy.close())
  const { change } = await primary.ledger.head()
  expect(change - before).toBe(changes)
  expect(told.length).toBeGreaterThan(1)
  expect(told.every(({ following, rows }) => rows === 0 && following?.all === changes)).toBe(true)
  const done = told.map(({ following }) => following?.done ?? -1)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect(done.at(-1)).toBe(changes)
})
