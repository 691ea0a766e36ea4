import { rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import {
  type ChangeNumber,
  type Commit,
  type CommitResult,
  type GenerationPlan,
  type IndexChange,
  RegistryError,
  type Storage,
} from '@utpid/core'
import { Lifetime } from '@utpid/core/adapter'
import type { FolderCheck } from '../check/findings.ts'
import type { IndexGeneration, MakeIndexGeneration } from '../index-generation.ts'
import { MemoryIndex } from '../memory-index.ts'
import { GenerationDoor, OpenGeneration } from '../open-generation.ts'
import { type Shipped, shipRegistry } from '../shipped/ship-registry.ts'
import type { IndexParts } from '../snapshot/index-parts.ts'
import { SnapshotFile } from '../snapshot/read-snapshot.ts'
import { RefusedSnapshot, SNAPSHOT_DRAFT, SNAPSHOT_FILE } from '../snapshot/snapshot-format.ts'
import { SnapshotKeeper } from '../snapshot/snapshot-keeper.ts'
import { indexMaker } from '../storage-options.ts'
import { DurableGeneration, keptGeneration } from './durable-generation.ts'
import { DurableLedger } from './durable-ledger.ts'
import { type DurableSettings, type DurableStorageOptions, durableSettings } from './durable-options.ts'
import { ABOUT_KEY, aboutOf } from './ledger-about.ts'
import { beginsWhole, checkLedgerFile, makeReadersFile } from './ledger-file.ts'
import { forgetGeneration, type LmdbTables, openTables, PLAN_KEY, TABLE_NAMES } from './lmdb-tables.ts'
import {
  type CheckOptions,
  type Compacted,
  checkFolder,
  compactFolder,
  type MaintenanceOptions,
  type OpenFolder,
} from './maintain-folder.ts'
import { type OpenIndexOptions, openIndex, refusal } from './open-index.ts'
import { lockedUnseen, ProcessLock } from './process-lock.ts'
import {
  ABOUT_FILE,
  type AboutRegistry,
  LEDGER_FILE,
  prepareFolder,
  readAbout,
  removeFiles,
  syncFolder,
  writeAbout,
} from './registry-folder.ts'
import { encodeJson } from './row-encoding.ts'
import { textKey } from './row-keys.ts'
import { commitFailure } from './storage-failure.ts'

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

/**
 * Opens a registry in a folder, or begins one in a new or empty folder.
 *
 * One process at a time. A commit resolves after its bytes were flushed to disk; the index is
 * in memory and is made anew from the ledger here.
 *
 * @throws `storage_locked` when it is open elsewhere, here or in another process;
 *   `validation_failed` when the folder is something else or cannot be used;
 *   `unavailable` when this user may not write it; `storage_full` when the disk is, for opening writes too;
 *   `storage_version` when a newer utpid wrote it; `storage_corrupt` when it is damaged.
 */
export async function openDurableStorage(folder: string, options: DurableStorageOptions = {}): Promise<DurableStorage> {
  return await durableStorage(folder, options, indexMaker(options, 'segments'))
}

/** As {@link openDurableStorage}, for tests, with any index. */
export async function durableStorage(
  folder: string,
  options: DurableStorageOptions,
  makeIndex: MakeIndexGeneration,
): Promise<DurableStorage> {
  const settings = durableSettings(options, makeIndex)
  const path = await prepareFolder(folder)
  const lock = await ProcessLock.take(path).catch(async (error: unknown) => {
    throw await commitFailure(error, path)
  })
  try {
    return await openLocked(path, lock, settings)
  } catch (error) {
    // Asked for first: a reason that LMDB gives later, and nobody waits for, would end the process.
    const failure = await commitFailure(error, path)
    await lock.release()
    throw failure
  }
}

async function openLocked(folder: string, lock: ProcessLock, settings: DurableSettings): Promise<DurableStorage> {
  const snapshot = await openSnapshot(folder, settings)
  try {
    return await openWith(snapshot, folder, lock, settings)
  } finally {
    await snapshot?.close()
  }
}

/** The snapshot of the index, if there is one that can be read. */
async function openSnapshot(
  folder: string,
  { makeIndex, onSnapshot }: DurableSettings,
): Promise<SnapshotFile | undefined> {
  // Other machines have other bytes for the same numbers.
  if (makeIndex().restore === undefined || endianness() !== 'LE') return undefined
  await rm(join(folder, SNAPSHOT_DRAFT), { force: true })
  try {
    return await SnapshotFile.open(join(folder, SNAPSHOT_FILE))
  } catch (error) {
    if (!(error instanceof RefusedSnapshot)) throw error
    onSnapshot(refusal(error))
    return undefined
  }
}

async function openWith(
  snapshot: SnapshotFile | undefined,
  folder: string,
  lock: ProcessLock,
  settings: DurableSettings,
): Promise<DurableStorage> {
  const described = await readAbout(folder)
  const ledgerPath = join(folder, LEDGER_FILE)
  const walkLedger = (): Promise<boolean> => checkLedgerFile(ledgerPath, TABLE_NAMES)
  const isLeftToSnapshot = snapshot !== undefined && (await beginsWhole(ledgerPath))
  const present = isLeftToSnapshot || (await walkLedger())
  if (described !== undefined && !present) {
    throw new RegistryError(
      'storage_corrupt',
      `${folder} has its ${ABOUT_FILE} but not its ${LEDGER_FILE}. Restore the folder from a backup, or import the feeds anew into another one.`,
    )
  }
  await makeReadersFile(ledgerPath)
  const tables = openTables(ledgerPath)
  try {
    await checkAlone(folder, lock, tables)
    if (!present) await syncFolder(folder)
    const walk = async (): Promise<void> => void (isLeftToSnapshot && (await walkLedger()))
    return await assemble(folder, lock, tables, settings, described?.change ?? 0, { snapshot, walkLedger: walk })
  } catch (error) {
    const failure = await commitFailure(error, folder)
    await tables.root.close()
    throw failure
  }
}

async function assemble(
  folder: string,
  lock: ProcessLock,
  tables: LmdbTables,
  { retention, rowCacheBytes, makeIndex, snapshotRows: everyRows, onSnapshot: tell }: DurableSettings,
  changeBefore: ChangeNumber,
  opening: Pick<OpenIndexOptions, 'snapshot' | 'walkLedger'>,
): Promise<DurableStorage> {
  let about = await aboutOf(tables, retention)
  if (about.tables === 'second') tables.switch()
  // What served before a switch, or a generation that nobody can go on with.
  if (keptGeneration(tables) === undefined) await tables.clearSpare()
  const lifetime = new Lifetime()
  let keeper: SnapshotKeeper | undefined
  const ledger = new DurableLedger({
    lifetime,
    folder,
    tables,
    retention,
    rowCacheBytes,
    madeBy: () => about,
    follow: (change) => {
      index.applyNow(change)
      keeper?.note(rowsOf(change))
    },
  })
  const change = ledger.lastChange
  if (change < changeBefore) throw behind(folder, change, changeBefore)
  const opened = await openIndex({ ...opening, about, ledger, makeIndex, tell })
  const index = new MemoryIndex(lifetime, opened.index)
  index.finishLoading(change)
  await writeAbout(folder, { ...about, change })
  if (opened.index.capture !== undefined && endianness() === 'LE') {
    keeper = new SnapshotKeeper({
      folder,
      everyRows,
      tell,
      change: () => index.change,
      capture: () => ({
        parts: (index.serving.capture as () => IndexParts)(),
        origin: {
          created: about.created,
          ...(about.indexVersion === undefined ? {} : { indexVersion: about.indexVersion }),
          change: index.change,
          mark: ledger.markOf(index.change),
        },
      }),
    })
    keeper.note(opened.rows)
  }
  const door = new GenerationDoor()
  let clearing = Promise.resolve()
  const clearSpare = (): Promise<void> => {
    // What cannot be cleared now is cleared before it is used again.
    clearing = clearing.then(() => tables.clearSpare()).catch(() => undefined)
    return clearing
  }
  const switchNow = async (
    commit: Commit,
    plan: GenerationPlan,
    generation: IndexGeneration,
  ): Promise<CommitResult> => {
    const { indexVersion, scoring = about.scoring, scoringRows = [] } = plan
    const next: AboutRegistry = {
      ...about,
      indexVersion,
      ...(scoring === undefined ? {} : { scoring }),
      tables: about.tables === 'second' ? 'first' : 'second',
    }
    const rows = scoringRows.map((row) => [textKey(row.name), encodeJson(row)] as const)
    const result = await ledger.switchTo(
      commit,
      () => {
        tables.table.meta.put(ABOUT_KEY, encodeJson(next))
        for (const [key, value] of rows) tables.table.scorings.put(key, value)
        forgetGeneration(tables.table.meta)
      },
      () => {
        about = next
        index.switchTo(generation)
      },
    )
    void clearSpare()
    // The ledger has it already, and decides.
    await writeAbout(folder, { ...next, change: ledger.lastChange }).catch(() => undefined)
    return result
  }
  const switchTo: typeof switchNow = (...step) =>
    keeper === undefined ? switchNow(...step) : keeper.without(() => switchNow(...step))
  const durableGeneration = (plan: GenerationPlan, progress?: string): DurableGeneration =>
    new DurableGeneration({
      plan,
      progress,
      tables,
      ledger,
      switchTo: (commit, staged) => switchTo(commit, plan, staged),
      clear: clearSpare,
    })
  const maintained: OpenFolder = { folder, tables, ledger, index, makeIndex, keeper, about: () => about }
  let closing: Promise<void> | undefined
  const close = (finish: () => Promise<void>): Promise<void> => {
    closing ??= (async () => {
      lifetime.close()
      await ledger.idle()
      await clearing
      try {
        await finish()
      } finally {
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
      const next: AboutRegistry = { ...about, indexVersion }
      try {
        await tables.root.transaction(() => tables.table.meta.put(ABOUT_KEY, encodeJson(next)))
        await writeAbout(folder, { ...next, change: ledger.lastChange })
      } catch (error) {
        throw await commitFailure(error, folder)
      }
      about = next
      keeper?.note(1)
    },
    async setScoring(scoring, rows) {
      lifetime.check()
      const next: AboutRegistry = { ...about, scoring }
      const encoded = rows.map((row) => [textKey(row.name), encodeJson(row)] as const)
      try {
        await tables.root.transaction(() => {
          tables.table.meta.put(ABOUT_KEY, encodeJson(next))
          for (const [key, value] of encoded) tables.table.scorings.put(key, value)
        })
        await writeAbout(folder, { ...next, change: ledger.lastChange })
      } catch (error) {
        throw await commitFailure(error, folder)
      }
      about = next
    },
    async continueAfter(change) {
      await ledger.continueAfter(change, () => index.finishLoading(change))
      keeper?.note(1)
    },
    onChange: (listener) => ledger.listeners.add(listener),
    async beginGeneration(plan) {
      lifetime.check()
      // What JSON cannot carry fails here.
      const encoded = encodeJson(plan)
      door.enter()
      try {
        door.takeKept()
        await clearing
        await tables.clearSpare()
        await tables.root.transaction(() => tables.table.meta.put(PLAN_KEY, encoded))
      } catch (error) {
        door.leave()
        throw await commitFailure(error, folder)
      }
      return new OpenGeneration(lifetime, door, durableGeneration(plan), makeIndex())
    },
    async resumeGeneration() {
      lifetime.check()
      door.enter()
      const laidAside = door.takeKept()
      if (laidAside !== undefined) return new OpenGeneration(lifetime, door, laidAside.tables, laidAside.index)
      try {
        await clearing
        const left = keptGeneration(tables)
        if (left !== undefined) {
          const generation = durableGeneration(left.plan, left.progress)
          return new OpenGeneration(lifetime, door, generation, generation.loadIndex(makeIndex))
        }
      } catch (error) {
        door.leave()
        throw await commitFailure(error, folder)
      }
      door.leave()
      return undefined
    },
    close: () =>
      close(async () => {
        await keeper?.close({ keeps: true })
        // What was written before stays true when this cannot be, for want of space.
        await writeAbout(folder, { ...about, change: ledger.lastChange }).catch(() => undefined)
        await tables.root.close()
      }),
    async writeSnapshot() {
      lifetime.check()
      await keeper?.write()
    },
    async check(options) {
      lifetime.check()
      return await checkFolder(maintained, options)
    },
    async compact(options) {
      lifetime.check()
      let compacted: Compacted | undefined
      await close(async () => {
        compacted = await compactFolder(maintained, options)
      })
      if (compacted === undefined) throw new RegistryError('closed', 'This storage was closed; open it again to go on.')
      return compacted
    },
    async ship(file, options) {
      lifetime.check()
      return await shipRegistry(maintained, file, options)
    },
    remove: () =>
      close(async () => {
        await keeper?.close({ keeps: false })
        await tables.root.close()
        await removeFiles(folder)
      }),
  }
  folders.set(storage, maintained)
  return storage
}

const folders = new WeakMap<Storage, OpenFolder>()

/** What a storage has open; undefined of one that is no folder, or wrapped in another. */
export function folderOf(storage: Storage): OpenFolder | undefined {
  return folders.get(storage)
}

/**
 * LMDB counts who has read from the open file, across containers and whatever became of the lock
 * file: two processes that both believe to hold the lock are kept apart here. Should both come at
 * the very same moment, both are refused.
 */
async function checkAlone(folder: string, lock: ProcessLock, { root }: LmdbTables): Promise<void> {
  // Asking reads, so from here on every other process finds this one.
  const { numReaders } = root.getStats() as { readonly numReaders: number }
  if (numReaders <= 1 && (await lock.isIntact())) return
  throw lockedUnseen(folder)
}

/** How many rows of an index a step changes. */
function rowsOf({ records, moved, removedRecords, products, removedProducts }: IndexChange): number {
  return records.length + moved.length + removedRecords.length + products.length + removedProducts.length
}

function behind(folder: string, change: ChangeNumber, before: ChangeNumber): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `The ledger in ${folder} ends with change ${change}, but it has been at change ${before}: it is an older copy, or damaged. Restore the whole folder from a backup; to go on from change ${change}, delete ${ABOUT_FILE}.`,
  )
}
