import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry } from '@utpid/core'
import { restoreRegistry } from '@utpid/core/copy'
import { type BulkLoad, emptyCommit, type LedgerRow, type LoadProgress } from '@utpid/core/storage'
import { linesWithDuplicates, MANY_HOTELS, rowsIn } from '@utpid/storage-conformance'
import { longTest, temporaryFolder } from '@utpid/testing'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { LOAD_FOLDER } from '../../src/folder/registry-folder.ts'
import { type DurableStorage, openDurableStorage } from '../../src/index.ts'
import type { DurableLedger } from '../../src/ledger/durable-ledger.ts'
import { folderOf } from '../../src/open/folder-storage.ts'

let lines: string[]

beforeAll(async () => {
  lines = await linesWithDuplicates(createMemoryStorage())
}, 60_000)

async function openEmpty(restoreThreads: number, folder = temporaryFolder()): Promise<DurableStorage> {
  const storage = await openDurableStorage(folder, { restoreThreads, clock: () => 0 })
  onTestFinished(() => storage.close())
  return storage
}

function folderNameOf(storage: DurableStorage): string {
  return folderOf(storage)?.folder as string
}

/** Returns all stored rows of all tables, except data that differs between registries. */
function contentsOf(storage: DurableStorage): Record<string, string[]> {
  const contents: Record<string, string[]> = {}
  for (const [name, table] of Object.entries(folderOf(storage)?.tables.table ?? {})) {
    if (name === 'meta') continue
    contents[name] = [...table.getRange()].map(({ key, value }) => `${key.toString('hex')} ${value.toString('hex')}`)
  }
  return contents
}

it('stores the same rows with threads, without threads and by commits', async () => {
  const [alone, threaded, committed] = [await openEmpty(0), await openEmpty(2), await openEmpty(0)]
  const report = await restoreRegistry(alone, lines, { clock: () => 0 })
  const seen: number[] = []
  const onProgress = ({ lines }: { lines: number }): number => seen.push(lines)
  expect(await restoreRegistry(threaded, lines, { clock: () => 0, onProgress })).toEqual(report)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  const { beginLoad: _, ...byCommits } = committed
  await restoreRegistry(byCommits, lines, { clock: () => 0 })
  const [expected, found, written] = [contentsOf(alone), contentsOf(threaded), contentsOf(committed)]
  for (const table of Object.keys(expected)) {
    expect(found[table], table).toEqual(expected[table])
    // Rows of these tables contain their change number.
    if (!['verifications', 'changes', 'idempotencyKeysByChange', 'idempotencyKeys'].includes(table)) {
      expect(written[table], table).toEqual(expected[table])
    }
  }
  expect(expected.records).toHaveLength(MANY_HOTELS.length)
  const check = await threaded.check()
  expect(check.findings).toEqual([])
  expect(readdirSync(folderNameOf(threaded))).not.toContain(LOAD_FOLDER)
})

it('reports an error when a thread with taken rows is lost', async () => {
  const storage = await openEmpty(1)
  const load = await storage.beginLoad?.()
  const read = await load?.lineReader?.read(lines.slice(10, 1_010))
  // Blocks the folder, so that the load fails when it writes its sorted rows.
  writeFileSync(join(folderNameOf(storage), LOAD_FOLDER), '')
  await read?.put()
  const finished = load?.finish({ counters: {}, words: {} })
  await expect(finished).rejects.toMatchObject({ code: 'unavailable' })
  await load?.abandon()
  await restoreRegistry(storage, lines)
  expect(contentsOf(storage).records).toHaveLength(MANY_HOTELS.length)
})

/** @param shares - The progress values of the final phase after which the load is abandoned. */
async function deactivatedAt(shares: readonly number[]): Promise<void> {
  const storage = await openEmpty(0)
  const seen: LoadProgress[] = []
  await restoreRegistry(storage, lines, { onProgress: ({ writing }) => void (writing && seen.push(writing)) })
  const expected = await rowsIn(storage)
  const last = seen.at(-1)
  expect(last?.done).toBe(last?.all)
  expect(seen.map(({ done }) => done)).toEqual([...seen.map(({ done }) => done)].sort((a, b) => a - b))
  // Compares only the reported progress: the number of progress calls depends on time.
  for (const share of shares) {
    const stopped = await openEmpty(0)
    const crashed = temporaryFolder()
    const abort = new AbortController()
    const onProgress = ({ writing }: { writing?: LoadProgress }): void => {
      if (writing === undefined || abort.signal.aborted || writing.done < share * writing.all) return
      for (const file of ['ledger.lmdb', 'registry.json'])
        cpSync(join(folderNameOf(stopped), file), join(crashed, file))
      cpSync(join(folderNameOf(stopped), LOAD_FOLDER), join(crashed, LOAD_FOLDER), { recursive: true })
      abort.abort()
    }
    await expect(restoreRegistry(stopped, lines, { signal: abort.signal, onProgress })).rejects.toMatchObject({
      code: 'aborted',
    })
    for (const empty of [stopped, await openEmpty(0, crashed)]) {
      expect(await empty.ledger.head()).toEqual({ change: 0 })
      expect(Object.entries(contentsOf(empty)).filter(([, rows]) => rows.length > 0)).toEqual([])
      expect(existsSync(join(folderNameOf(empty), LOAD_FOLDER))).toBe(false)
      await restoreRegistry(empty, lines)
      expect(await rowsIn(empty)).toEqual(expected)
    }
  }
}

longTest('is empty again, here and after a crash, wherever its final phase is aborted', () =>
  deactivatedAt([0, 0.25, 0.5, 0.75, 1]),
)

it('ends if it is abandoned during its last transaction', async () => {
  const storage = await openEmpty(0)
  const ledger = folderOf(storage)?.ledger as DurableLedger
  const load = (await storage.beginLoad?.()) as BulkLoad
  const writeAlone = ledger.writeExclusive.bind(ledger)
  let isLast = false
  let abandoned: Promise<void> | undefined
  ledger.writeExclusive = (write) => {
    const written = writeAlone(write)
    if (isLast) abandoned ??= load.abandon()
    return written
  }
  await load.put([{ kind: 'supplier', row: { id: 'alpha', name: 'Alpha', revision: 1 } as never }])
  const finished = load.finish({ counters: { records: 1 }, words: {} }, ({ done, all }) => {
    isLast = done === all
  })
  await expect(finished).rejects.toMatchObject({ code: 'validation_failed' })
  await abandoned
  expect(await storage.ledger.head()).toEqual({ change: 0 })
  expect(await storage.ledger.suppliers()).toEqual([])
  await restoreRegistry(storage, lines)
  expect((await storage.check()).findings).toEqual([])
})

it('rejects writes after failed clearing, and clears before the next load', async () => {
  const storage = await openEmpty(0)
  const ledger = folderOf(storage)?.ledger as DurableLedger
  const writeAlone = ledger.writeExclusive.bind(ledger)
  let failing = false
  ledger.writeExclusive = (write) => (failing ? Promise.reject(new Error('full disk')) : writeAlone(write))
  const onProgress = ({ writing }: { writing?: LoadProgress }): void => {
    if (writing !== undefined && writing.done > 2_000) failing = true
  }
  await expect(restoreRegistry(storage, lines, { onProgress })).rejects.toMatchObject({ code: 'unavailable' })
  failing = false
  expect(contentsOf(storage).records?.length).toBeGreaterThan(0)
  for (const write of [
    () => storage.ledger.commit(emptyCommit('2026-03-01T12:00:00.000Z', 0)),
    () => storage.setIndexVersion('1-00000000'),
    () => storage.setNextChange(9),
    () => createRegistry({ storage }),
  ]) {
    await expect(write()).rejects.toMatchObject({ code: 'restore_unfinished' })
  }
  await restoreRegistry(storage, lines)
  expect((await storage.check()).findings).toEqual([])
  expect(contentsOf(storage).records).toHaveLength(MANY_HOTELS.length)
  await createRegistry({ storage })
})

it('can only be abandoned after a row that cannot be written', async () => {
  const storage = await openEmpty(0)
  const load = (await storage.beginLoad?.()) as BulkLoad
  const supplier = (id: string): LedgerRow => ({ kind: 'supplier', row: { id, name: id, revision: 1 } as never })
  const broken = { kind: 'supplier', row: { id: 'broken', revision: 1n } } as never
  await expect(load.put([supplier('alpha'), broken, supplier('beta')])).rejects.toThrow(TypeError)
  await expect(load.put([supplier('beta')])).rejects.toThrow(TypeError)
  await expect(load.finish({ counters: {}, words: {} })).rejects.toThrow(TypeError)
  await load.abandon()
  await restoreRegistry(storage, lines)
  expect((await storage.ledger.suppliers()).map(({ id }) => id)).toEqual(['alpha', 'beta'])
})

it('has no model version of another unfinished restore', async () => {
  const folder = temporaryFolder()
  const first = await openEmpty(0, folder)
  const load = (await first.beginLoad?.()) as BulkLoad
  await load.finish({ counters: {}, words: {} })
  await first.setModelVersion({ model: 'made-up-1', tfVersion: 7 } as never, [])
  await first.close()
  const storage = await openEmpty(0, folder)
  const second = (await storage.beginLoad?.()) as BulkLoad
  await second.finish({ counters: {}, words: {} })
  expect((await storage.ledger.head()).modelVersion).toBeUndefined()
})

it('can be aborted among the last lines', async () => {
  const storage = await openEmpty(2)
  const abort = new AbortController()
  let written = 0
  // Threads read all lines ahead. The load takes their rows at the end.
  const onProgress = ({ writing }: { writing?: LoadProgress }): void => {
    if (writing === undefined) abort.abort()
    else written = writing.done
  }
  const restored = restoreRegistry(storage, lines, { signal: abort.signal, onProgress })
  await expect(restored).rejects.toMatchObject({ code: 'aborted' })
  expect(written).toBe(0)
  expect(await storage.ledger.head()).toEqual({ change: 0 })
})

it('may be aborted while the storage closes', async () => {
  const storage = await openEmpty(0)
  const { beginLoad: _, ...byCommits } = storage
  const setIndexVersion = (): Promise<void> => Promise.reject(new Error('the power is cut'))
  await expect(restoreRegistry({ ...byCommits, setIndexVersion }, lines)).rejects.toThrow('the power is cut')
  const beginning = storage.beginLoad?.()
  const closing = storage.close()
  await expect(beginning).rejects.toMatchObject({ code: 'closed' })
  await closing
  const again = await openEmpty(0, folderNameOf(storage))
  await restoreRegistry(again, lines)
  expect((await again.check()).findings).toEqual([])
})

it('keeps files of other programs', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'load'))
  await expect(openDurableStorage(folder)).rejects.toMatchObject({ code: 'validation_failed' })
  expect(existsSync(join(folder, 'load'))).toBe(true)
})

it('allows one load at a time, and ends it with the storage', async () => {
  const storage = await openEmpty(0)
  const load = await storage.beginLoad?.()
  await expect(storage.beginLoad?.()).rejects.toMatchObject({ code: 'storage_not_empty' })
  await expect(storage.ledger.commit(emptyCommit('2026-03-01T12:00:00.000Z', 0))).rejects.toMatchObject({
    code: 'restore_unfinished',
  })
  await storage.close()
  await expect(load?.put([])).rejects.toMatchObject({ code: 'closed' })
  expect(existsSync(join(folderNameOf(storage), LOAD_FOLDER))).toBe(false)
})

it('fills a folder that contains commits of another restore', async () => {
  const storage = await openEmpty(0)
  const { beginLoad: _, ...byCommits } = storage
  const setIndexVersion = (): Promise<void> => Promise.reject(new Error('the power is cut'))
  await expect(restoreRegistry({ ...byCommits, setIndexVersion }, lines)).rejects.toThrow('the power is cut')
  expect((await storage.ledger.head()).change).toBeGreaterThan(0)
  await storage.close()
  const again = await openEmpty(0, folderNameOf(storage))
  await restoreRegistry(again, lines)
  expect((await again.check()).findings).toEqual([])
  expect(contentsOf(again).records).toHaveLength(MANY_HOTELS.length)
})

it('rejects an invalid number of threads', async () => {
  for (const restoreThreads of [-1, 17, 1.5, Number.NaN]) {
    await expect(openDurableStorage(temporaryFolder(), { restoreThreads })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  }
})
