import { RegistryError, type Storage } from '@utpid/core'
import type { Lifetime } from '@utpid/core/adapter'
import type { FolderCheck } from '../check/findings.ts'
import type { MergeThread } from '../merges/merge-thread.ts'
import { type Shipped, shipRegistry } from '../shipped/ship-registry.ts'
import { DurableGenerations, scoringRowsPutter } from './durable-generations.ts'
import type { KeptAbout } from './kept-about.ts'
import {
  type CheckOptions,
  type Compacted,
  checkFolder,
  compactFolder,
  type MaintenanceOptions,
  type OpenFolder,
} from './maintain-folder.ts'
import type { ProcessLock } from './process-lock.ts'
import { removeFiles } from './registry-folder.ts'

/** A storage whose truth lies in a folder, and whose index is in memory. */
export interface DurableStorage extends Storage {
  /**
   * Writes the index down as it is now, so that the next opening reads it; nothing when it is
   * written down already. `onSnapshot` is told when it cannot be. Closing does the same.
   */
  writeSnapshot(): Promise<void>
  /**
   * Holds all tables against each other, the index against one that is made anew, and looks whether the snapshot can be
   * used. What is written meanwhile waits. It takes several times the memory of the index.
   *
   * @throws `aborted`
   */
  check(options?: CheckOptions): Promise<FolderCheck>
  /**
   * Makes one segment of the index, writes it down, copies the ledger without its free pages into the place of the old
   * one, and closes the storage. Needs as much room on the disk as the ledger will take.
   *
   * @throws `aborted`; the storage is closed then, too, and its files are as they were.
   */
  compact(options?: MaintenanceOptions): Promise<Compacted>
  /**
   * Writes the registry as one file, which `openSnapshot` opens for reading wherever it is
   * carried. Others may write meanwhile.
   *
   * @throws `aborted`; `validation_failed` with another index; `storage_full`.
   */
  ship(file: string, options?: MaintenanceOptions): Promise<Shipped>
  /**
   * Closes it and deletes its files while nobody else can have them: the folder is as it was before a registry was
   * begun in it. Other files in it stay.
   */
  remove(): Promise<void>
}

/** What a storage is made of; all of it is closed with it. */
export interface FolderStorageOptions extends Omit<OpenFolder, 'about'> {
  readonly lock: ProcessLock
  readonly lifetime: Lifetime
  readonly about: KeptAbout
  /** Of the index, where it has one. */
  readonly merger: MergeThread | undefined
}

/** The storage of a folder that is open. It is no class: whoever wraps one copies its members. */
export function folderStorage({ lock, lifetime, about, merger, ...parts }: FolderStorageOptions): DurableStorage {
  const { folder, tables, ledger, index, keeper } = parts
  const generations = new DurableGenerations({ ...parts, lifetime, about })
  const opened: OpenFolder = { ...parts, about: () => about.now }
  let closing: Promise<void> | undefined
  const close = (finish: () => Promise<void>): Promise<void> => {
    closing ??= (async () => {
      lifetime.close()
      await ledger.idle()
      await generations.idle()
      index.stop()
      try {
        await finish()
      } finally {
        await merger?.end()
        await lock.release()
      }
    })()
    return closing
  }
  const storage: DurableStorage = {
    capabilities: { durable: true, sharedWriters: false, exactTotals: true },
    ledger,
    index,
    async setIndexVersion(indexVersion) {
      lifetime.check()
      await about.change({ ...about.now, indexVersion }, ledger.lastChange)
      keeper?.note(1)
    },
    async setScoring(scoring, rows) {
      lifetime.check()
      await about.change({ ...about.now, scoring }, ledger.lastChange, scoringRowsPutter(tables, rows))
    },
    async continueAfter(change) {
      await ledger.continueAfter(change, () => index.finishLoading(change))
      keeper?.note(1)
    },
    onChange: (listener) => ledger.listeners.add(listener),
    async beginGeneration(plan) {
      lifetime.check()
      return await generations.begin(plan)
    },
    async resumeGeneration() {
      lifetime.check()
      return await generations.resume()
    },
    close: () =>
      close(async () => {
        await keeper?.close({ keeps: true })
        // What was written before stays true when this cannot be, for want of space.
        await about.writeFile(ledger.lastChange).catch(() => undefined)
        await tables.root.close()
      }),
    async writeSnapshot() {
      lifetime.check()
      await keeper?.write()
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
      if (compacted === undefined) throw new RegistryError('closed', 'This storage was closed; open it again to go on.')
      return compacted
    },
    async ship(file, options) {
      lifetime.check()
      return await shipRegistry(opened, file, options)
    },
    remove: () =>
      close(async () => {
        await keeper?.close({ keeps: false })
        await tables.root.close()
        await removeFiles(folder)
      }),
  }
  folders.set(storage, opened)
  return storage
}

const folders = new WeakMap<Storage, OpenFolder>()

/** What a storage has open; undefined of one that is no folder, or wrapped in another. */
export function folderOf(storage: Storage): OpenFolder | undefined {
  return folders.get(storage)
}
