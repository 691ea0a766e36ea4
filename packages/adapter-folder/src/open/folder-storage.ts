import { RegistryError, type Storage } from '@utpid/core'
import type { Lifetime } from '@utpid/core/storage'
import type { ManifestStore } from '../folder/manifest-store.ts'
import { removeFiles } from '../folder/registry-folder.ts'
import { DurableGenerations, modelVersionRowsWriter } from '../generations/durable-generations.ts'
import { FolderLoads } from '../load/folder-loads.ts'
import type { ProcessLock } from '../lock/process-lock.ts'
import { checkFolder, compactFolder, type OpenFolder } from '../maintain/maintain-folder.ts'
import type { Compacted } from '../maintain/maintenance-options.ts'
import { writePackage } from '../package/write-package.ts'
import type { MergeThread } from '../threads/merge/merge-thread.ts'
import type { DurableStorage } from './durable-storage.ts'

/** The parts of a storage, which are all closed with the storage. */
export interface FolderStorageOptions extends Omit<OpenFolder, 'manifest'> {
  readonly lock: ProcessLock
  readonly lifetime: Lifetime
  readonly about: ManifestStore
  readonly merger: MergeThread | undefined
  readonly restoreThreads: number
}

/** Creates the storage of an open folder as a plain object, since wrappers copy its members. */
export function folderStorage({
  lock,
  lifetime,
  about,
  merger,
  restoreThreads,
  ...parts
}: FolderStorageOptions): DurableStorage {
  const { folder, ledger, index } = parts
  const generations = new DurableGenerations({ ...parts, lifetime, about })
  const opened: OpenFolder = { ...parts, manifest: () => about.current }
  const loads = new FolderLoads({ ...parts, lifetime, about, threads: restoreThreads })
  const close = closeOnce({ ...parts, lock, lifetime, merger, generations, loads })
  const storage: DurableStorage = {
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
    place: folder,
    ledger,
    index,
    ...versionSetters({ ...parts, lifetime, about }),
    async beginLoad() {
      lifetime.check()
      return await loads.start()
    },
    onChange: (listener) => ledger.listeners.add(listener),
    async beginGeneration(plan) {
      lifetime.check()
      ledger.checkNotLoading()
      return await generations.begin(plan)
    },
    async resumeGeneration() {
      lifetime.check()
      return await generations.resume()
    },
    ...maintenance(opened, lifetime, close),
    ...endings(opened, about, close),
  }
  folders.set(storage, opened)
  return storage
}

/** Ends all tasks on the folder, calls `finish`, and releases the lock. */
type Close = (finish: () => Promise<void>) => Promise<void>

/** Returns a function that closes the folder at its first call; later calls wait for the first. */
function closeOnce({
  lock,
  lifetime,
  merger,
  ledger,
  index,
  pageWalk,
  generations,
  loads,
}: Pick<FolderStorageOptions, 'lock' | 'lifetime' | 'merger' | 'ledger' | 'index' | 'pageWalk'> & {
  readonly generations: DurableGenerations
  readonly loads: FolderLoads
}): Close {
  let closing: Promise<void> | undefined
  return (finish) => {
    closing ??= (async () => {
      lifetime.close()
      // If an unfinished load cannot be removed now, the next opening removes it.
      await loads.abandon().catch(() => undefined)
      await ledger.idle()
      await generations.idle()
      index.stop()
      generations.close()
      try {
        // Drops the results of merges: not even the checkpoint needs them.
        await merger?.end()
        await pageWalk?.end()
        await finish()
      } finally {
        await lock.release()
      }
    })()
    return closing
  }
}

function versionSetters({
  lifetime,
  about,
  tables,
  ledger,
  index,
  checkpointWriter,
}: Pick<FolderStorageOptions, 'lifetime' | 'about' | 'tables' | 'ledger' | 'index' | 'checkpointWriter'>): Pick<
  DurableStorage,
  'setIndexVersion' | 'setModelVersion' | 'setNextChange'
> {
  return {
    async setIndexVersion(indexVersion) {
      lifetime.check()
      ledger.checkNotLoading()
      const change = (): Promise<void> => about.change({ ...about.current, indexVersion }, ledger.lastChange)
      // Deletes the checkpoint first: a checkpoint of restored rows would have no index version.
      await (checkpointWriter === undefined || ledger.lastChange === 0
        ? change()
        : checkpointWriter.whileDeleted(change))
      checkpointWriter?.note(1)
    },
    async setModelVersion(scoring, rows) {
      lifetime.check()
      ledger.checkNotLoading()
      await about.change(
        { ...about.current, modelVersion: scoring },
        ledger.lastChange,
        modelVersionRowsWriter(tables, rows),
      )
    },
    async setNextChange(change) {
      ledger.checkNotLoading()
      await ledger.setNextChange(change, () => index.finishLoading(change))
      checkpointWriter?.note(1)
    },
  }
}

function maintenance(
  opened: OpenFolder,
  lifetime: Lifetime,
  close: Close,
): Pick<DurableStorage, 'writeCheckpoint' | 'check' | 'compact' | 'writePackage'> {
  return {
    async writeCheckpoint() {
      lifetime.check()
      await opened.checkpointWriter?.write()
    },
    async check(options) {
      lifetime.check()
      return await checkFolder(opened, options)
    },
    async compact(options) {
      lifetime.check()
      let compacted: Compacted | undefined
      await close(async () => {
        compacted = await compactFolder(opened, options)
      })
      if (compacted === undefined) throw new RegistryError('closed', 'This storage was closed. Open it again.')
      return compacted
    },
    async writePackage(file, options) {
      lifetime.check()
      return await writePackage(opened, file, options)
    },
  }
}

/** Returns the two functions that close a folder: one keeps its files, the other deletes them. */
function endings(
  { folder, tables, ledger, checkpointWriter }: OpenFolder,
  about: ManifestStore,
  close: Close,
): Pick<DurableStorage, 'close' | 'remove'> {
  return {
    close: () =>
      close(async () => {
        await checkpointWriter?.close({ isKept: true })
        // Ignores a failure, such as lack of space: the previous file stays valid.
        await about.writeFile(ledger.lastChange).catch(() => undefined)
        await tables.root.close()
      }),
    remove: () =>
      close(async () => {
        await checkpointWriter?.close({ isKept: false })
        await tables.root.close()
        await removeFiles(folder)
      }),
  }
}

const folders = new WeakMap<Storage, OpenFolder>()

/** Returns the folder of a storage that {@link folderStorage} created; undefined for any other storage or a wrapper. */
export function folderOf(storage: Storage): OpenFolder | undefined {
  return folders.get(storage)
}
