import { rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { type IndexParts, indexMaker, type MakeIndexGeneration, MemoryIndex } from '@utpid/adapter-memory/engine'
import { type ChangeNumber, type IndexChange, RegistryError } from '@utpid/core'
import { Lifetime } from '@utpid/core/adapter'
import { SnapshotFile } from '../checkpoint/read-snapshot.ts'
import { RefusedSnapshot } from '../checkpoint/snapshot-format.ts'
import { SnapshotKeeper } from '../checkpoint/snapshot-keeper.ts'
import { KeptAbout } from '../folder/kept-about.ts'
import { aboutOf } from '../folder/ledger-about.ts'
import {
  ABOUT_FILE,
  type AboutRegistry,
  LEDGER_FILE,
  prepareFolder,
  readAbout,
  removeDrafts,
  removeLoad,
  SNAPSHOT_DRAFT,
  SNAPSHOT_FILE,
  syncFolder,
} from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import { keptGeneration } from '../generations/durable-generation.ts'
import { DurableLedger } from '../ledger/durable-ledger.ts'
import { lockedUnseen, ProcessLock } from '../lock/process-lock.ts'
import type { OpenFolder } from '../maintain/maintain-folder.ts'
import { beginsWhole, checkLedgerFile, makeReadersFile } from '../pages/ledger-file.ts'
import { SoundPages } from '../pages/sound-pages.ts'
import { checkRowCounts } from '../tables/check-row-counts.ts'
import { clearTables, type LmdbTables, LOAD_KEY, openTables, TABLE_NAMES } from '../tables/lmdb-tables.ts'
import { MergeThread } from '../threads/merge/merge-thread.ts'
import { PageWalkThread } from '../threads/page-walk/page-walk-thread.ts'
import {
  type DurableSettings,
  type DurableStorageOptions,
  durableSettings,
  isMergedByThread,
} from './durable-options.ts'
import type { DurableStorage } from './durable-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { type OpenIndexOptions, openIndex, refusal } from './open-index.ts'

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
  const { onMergeThreadLost } = options
  const merger = isMergedByThread(options)
    ? new MergeThread({ ...(onMergeThreadLost && { onLost: onMergeThreadLost }) })
    : undefined
  return await durableStorage(folder, options, indexMaker(options, 'segments', { merger }), merger)
}

/**
 * As {@link openDurableStorage}, for tests, with any index.
 *
 * @param merger - Of the index, ended with the storage.
 */
export async function durableStorage(
  folder: string,
  options: DurableStorageOptions,
  makeIndex: MakeIndexGeneration,
  merger?: MergeThread,
): Promise<DurableStorage> {
  const settings = durableSettings(options, makeIndex, merger)
  const path = await prepareFolder(folder)
  const lock = await ProcessLock.take(path).catch(async (error: unknown) => {
    throw await commitFailure(error, path)
  })
  if (lock.unclosedBy !== undefined) settings.onUnclosed(lock.unclosedBy)
  try {
    return await openLocked(path, lock, settings)
  } catch (error) {
    // Asked for first: a reason that LMDB gives later, and nobody waits for, would end the process.
    const failure = await commitFailure(error, path)
    await merger?.end()
    await lock.release()
    throw failure
  }
}

async function openLocked(folder: string, lock: ProcessLock, settings: DurableSettings): Promise<DurableStorage> {
  await removeDrafts(folder)
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
  const isLeftToSnapshot = snapshot !== undefined && !settings.walk && (await beginsWhole(ledgerPath))
  const present = isLeftToSnapshot || (await walkLedger())
  if (described !== undefined && !present) {
    throw new RegistryError(
      'storage_corrupt',
      `${folder} has its ${ABOUT_FILE} but not its ${LEDGER_FILE}. Restore the folder from a backup, or import the feeds anew into another one.`,
    )
  }
  await makeReadersFile(ledgerPath)
  const pageWalk = isLeftToSnapshot ? new PageWalkThread(ledgerPath, { onDamage: settings.onDamage }) : undefined
  const tables = openTables(ledgerPath, { sound: pageWalk && new SoundPages(ledgerPath, pageWalk.walked) })
  try {
    await checkAlone(folder, lock, tables)
    if (!present) await syncFolder(folder)
    const walk = async (): Promise<void> => void (isLeftToSnapshot && (await walkLedger()))
    const storage = await assemble(folder, lock, tables, settings, described, { snapshot, walkLedger: walk, pageWalk })
    pageWalk?.start()
    return storage
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
  {
    retention,
    rowCacheBytes,
    makeIndex,
    merger,
    snapshotRows: everyRows,
    onSnapshot: tell,
    restoreThreads,
    damaged,
  }: DurableSettings,
  described: AboutRegistry | undefined,
  opening: Pick<OpenIndexOptions, 'snapshot' | 'walkLedger'> & Pick<OpenFolder, 'pageWalk'>,
): Promise<DurableStorage> {
  // First, since nothing is written into a ledger that lost this.
  const about = new KeptAbout(folder, tables, await aboutOf(tables, retention, described !== undefined))
  // What a load that never came to its end has left.
  await removeLoad(folder)
  if (tables.table.meta.doesExist(LOAD_KEY)) await tables.root.transaction(() => clearTables(tables))
  // First, so that the tables which serve are known from the spare ones.
  if (about.now.tables === 'second') tables.switch()
  if (damaged === 'refuse') checkRowCounts(tables, true)
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
    madeBy: () => about.now,
    follow: (change) => {
      index.applyNow(change)
      keeper?.note(rowsOf(change))
    },
  })
  const change = ledger.lastChange
  const changeBefore = described?.change ?? 0
  if (change < changeBefore) throw behind(folder, change, changeBefore)
  const opened = await openIndex({ ...opening, about: about.now, ledger, makeIndex, tell })
  const index = new MemoryIndex(lifetime, opened.index)
  index.finishLoading(change)
  await about.writeFile(change).catch((error: unknown) => {
    index.stop()
    throw error
  })
  if (opened.index.capture !== undefined && endianness() === 'LE') {
    keeper = new SnapshotKeeper({
      folder,
      everyRows,
      tell,
      change: () => index.change,
      capture: () => ({
        parts: (index.serving.capture as () => IndexParts)(),
        origin: {
          created: about.now.created,
          ...(about.now.indexVersion === undefined ? {} : { indexVersion: about.now.indexVersion }),
          change: index.change,
          mark: ledger.markOf(index.change),
        },
      }),
    })
    keeper.note(opened.rows)
  }
  // What was merged is written down with the next snapshot: else it would be merged again after each opening.
  index.mergeAtRest(() => keeper?.note(1))
  return folderStorage({
    folder,
    lock,
    lifetime,
    tables,
    ledger,
    index,
    makeIndex,
    merger,
    keeper,
    about,
    pageWalk: opening.pageWalk,
    restoreThreads,
  })
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
