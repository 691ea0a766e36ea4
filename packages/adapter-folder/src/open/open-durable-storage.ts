import { rm } from 'node:fs/promises'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { type CreateIndexGeneration, type FrozenIndex, indexFactory, MemoryIndex } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import type { ChangeNumber, IndexChange } from '@utpid/core/storage'
import { defined, Lifetime } from '@utpid/core/storage'
import { RejectedCheckpoint } from '../checkpoint/checkpoint-format.ts'
import { CheckpointWriter, type CheckpointWriterOptions } from '../checkpoint/checkpoint-writer.ts'
import { CheckpointFile } from '../checkpoint/read-checkpoint.ts'
import { readOrCreateManifest } from '../folder/ledger-manifest.ts'
import { ManifestStore } from '../folder/manifest-store.ts'
import {
  CHECKPOINT_DRAFT,
  CHECKPOINT_FILE,
  LEDGER_FILE,
  MANIFEST_FILE,
  type Manifest,
  prepareFolder,
  readManifestFile,
  removeDrafts,
  removeLoad,
  syncFolder,
} from '../folder/registry-folder.ts'
import { commitFailure } from '../folder/storage-failure.ts'
import { suspendedGeneration } from '../generations/durable-generation.ts'
import { fillOrder, lacksEntries } from '../ledger/decision-order.ts'
import { DurableLedger } from '../ledger/durable-ledger.ts'
import { lockedWithoutFile, ProcessLock } from '../lock/process-lock.ts'
import type { OpenFolder } from '../maintain/maintain-folder.ts'
import { checkLedgerFile, hasValidStart, makeReadersFile } from '../pages/ledger-file.ts'
import { SoundPages } from '../pages/sound-pages.ts'
import { checkRowCounts } from '../tables/check-row-counts.ts'
import { clearTables, type LmdbTables, LOAD_KEY, openTables, TABLE_NAMES } from '../tables/lmdb-tables.ts'
import { MergeThread } from '../threads/merge/merge-thread.ts'
import { PageCheckThread } from '../threads/page-walk/page-check-thread.ts'
import {
  type DurableSettings,
  type DurableStorageOptions,
  durableSettings,
  usesMergeThread,
} from './durable-options.ts'
import type { DurableStorage } from './durable-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { type OpenIndexOptions, openIndex, rejectionEvent } from './open-index.ts'

/**
 * Opens a registry in a folder, or creates one in a new or empty folder.
 *
 * Only one process can open a folder at a time. A commit resolves after its bytes were flushed to disk. The index is in
 * memory; opening reads its checkpoint or rebuilds it from the ledger.
 *
 * @throws `storage_locked` if the folder is already open, in this or another process; `validation_failed` if it
 * contains something else or cannot be used; `unavailable` if this user may not write to the folder; `storage_full` if
 * the disk is full, as opening also writes; `storage_version` if a newer utpid wrote the registry; `storage_corrupt` if
 * it is damaged.
 */
export async function openDurableStorage(folder: string, options: DurableStorageOptions = {}): Promise<DurableStorage> {
  const { onMergeFailure } = options
  const merger = usesMergeThread(options)
    ? new MergeThread({ ...(onMergeFailure && { onFailure: onMergeFailure }) })
    : undefined
  return await durableStorage(folder, options, indexFactory(options, 'segments', { merger }), merger)
}

/**
 * Opens a storage like {@link openDurableStorage}, but with any index, for tests.
 *
 * @param merger - Merges segments of the index, and ends with the storage.
 */
export async function durableStorage(
  folder: string,
  options: DurableStorageOptions,
  makeIndex: CreateIndexGeneration,
  merger?: MergeThread,
): Promise<DurableStorage> {
  const settings = durableSettings(options, makeIndex, merger)
  const path = await prepareFolder(folder)
  const lock = await ProcessLock.take(path).catch(async (error: unknown) => {
    throw await commitFailure(error, path)
  })
  if (lock.previousHolder !== undefined) settings.onUncleanShutdown(lock.previousHolder)
  try {
    return await openLocked(path, lock, settings)
  } catch (error) {
    // Calls this first to handle LMDB's later promise rejection, which would otherwise end the process.
    const failure = await commitFailure(error, path)
    await merger?.end()
    await lock.release()
    throw failure
  }
}

async function openLocked(folder: string, lock: ProcessLock, settings: DurableSettings): Promise<DurableStorage> {
  await removeDrafts(folder)
  const snapshot = await openCheckpoint(folder, settings)
  try {
    return await openWith(snapshot, folder, lock, settings)
  } finally {
    await snapshot?.close()
  }
}

/** Opens the index checkpoint; undefined if it is missing or unreadable. */
async function openCheckpoint(
  folder: string,
  { makeIndex, onCheckpoint }: DurableSettings,
): Promise<CheckpointFile | undefined> {
  // The columns are little-endian.
  if (makeIndex().loadFrozen === undefined || endianness() !== 'LE') return undefined
  await rm(join(folder, CHECKPOINT_DRAFT), { force: true })
  try {
    return await CheckpointFile.open(join(folder, CHECKPOINT_FILE))
  } catch (error) {
    if (!(error instanceof RejectedCheckpoint)) throw error
    onCheckpoint(rejectionEvent(error))
    return undefined
  }
}

async function openWith(
  snapshot: CheckpointFile | undefined,
  folder: string,
  lock: ProcessLock,
  settings: DurableSettings,
): Promise<DurableStorage> {
  const manifestFile = await readManifestFile(folder)
  const ledgerPath = join(folder, LEDGER_FILE)
  const checkLedger = (): Promise<boolean> => checkLedgerFile(ledgerPath, TABLE_NAMES)
  const isCheckedLater = snapshot !== undefined && !settings.verify && (await hasValidStart(ledgerPath))
  const present = isCheckedLater || (await checkLedger())
  if (manifestFile !== undefined && !present) {
    throw new RegistryError(
      'storage_corrupt',
      `${folder} has its ${MANIFEST_FILE} but not its ${LEDGER_FILE}. Restore the folder from a backup, or import the feeds again into another one.`,
    )
  }
  await makeReadersFile(ledgerPath)
  const pageWalk = isCheckedLater ? new PageCheckThread(ledgerPath, { onDamage: settings.onDamage }) : undefined
  const tables = openTables(ledgerPath, { sound: pageWalk && new SoundPages(ledgerPath, pageWalk.allChecked) })
  try {
    await checkAlone(folder, lock, tables)
    if (!present) await syncFolder(folder)
    const walk = async (): Promise<void> => void (isCheckedLater && (await checkLedger()))
    const storage = await assemble(folder, lock, tables, settings, manifestFile, {
      checkpoint: snapshot,
      checkLedger: walk,
      pageWalk,
    })
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
    checkpointRows,
    onCheckpoint: onEvent,
    restoreThreads,
    damaged,
  }: DurableSettings,
  manifestFile: Manifest | undefined,
  opening: Pick<OpenIndexOptions, 'checkpoint' | 'checkLedger'> & Pick<OpenFolder, 'pageWalk'>,
): Promise<DurableStorage> {
  // Creates the manifest first: nothing may be written to a ledger without a manifest.
  const about = new ManifestStore(
    folder,
    tables,
    await readOrCreateManifest(tables, retention, manifestFile !== undefined),
  )
  await selectTables(folder, tables, about, damaged)
  const lifetime = new Lifetime()
  let checkpointWriter: CheckpointWriter | undefined
  const ledger = new DurableLedger({
    lifetime,
    folder,
    tables,
    retention,
    rowCacheBytes,
    versions: () => about.current,
    onChange: (change) => {
      index.applyNow(change)
      checkpointWriter?.note(rowsOf(change))
    },
  })
  const change = ledger.lastChange
  const changeBefore = manifestFile?.change ?? 0
  if (change < changeBefore) throw olderLedger(folder, change, changeBefore)
  const opened = await openIndex({ ...opening, about: about.current, ledger, makeIndex, onEvent })
  const index = new MemoryIndex(lifetime, opened.index)
  index.finishLoading(change)
  await about.writeFile(change).catch((error: unknown) => {
    index.stop()
    throw error
  })
  if (opened.index.freeze !== undefined && endianness() === 'LE') {
    checkpointWriter = createCheckpointWriter({ folder, everyRows: checkpointRows, onEvent }, index, ledger, about)
    checkpointWriter.note(opened.rows)
  }
  // Includes the merge in the next checkpoint; otherwise every opening would repeat the merge.
  index.mergeWhenIdle(() => checkpointWriter?.note(1))
  return folderStorage({
    folder,
    lock,
    lifetime,
    tables,
    ledger,
    index,
    makeIndex,
    merger,
    checkpointWriter,
    about,
    pageWalk: opening.pageWalk,
    restoreThreads,
  })
}

/** Clears leftovers of earlier tasks in the tables, and activates the valid set of derived tables. */
async function selectTables(
  folder: string,
  tables: LmdbTables,
  about: ManifestStore,
  damaged: DurableSettings['damaged'],
): Promise<void> {
  // Deletes the files of an unfinished load.
  await removeLoad(folder)
  if (tables.table.meta.doesExist(LOAD_KEY)) await tables.root.transaction(() => clearTables(tables))
  // Swaps first: the code below uses the spare tables.
  if (about.current.activeTables === 'second') tables.swap()
  if (damaged === 'refuse') checkRowCounts(tables, true)
  // An earlier version of utpid wrote decisions without the entries that list them.
  if (damaged === 'refuse' && lacksEntries(tables.table)) await tables.root.transaction(() => fillOrder(tables.table))
  // Clears tables that a swap replaced, or that belong to a generation that cannot be resumed.
  if (suspendedGeneration(tables) === undefined) await tables.clearSpare()
}

/** @param index - An index whose active generation can be frozen. */
function createCheckpointWriter(
  options: Pick<CheckpointWriterOptions, 'folder' | 'everyRows' | 'onEvent'>,
  index: MemoryIndex,
  ledger: DurableLedger,
  about: ManifestStore,
): CheckpointWriter {
  return new CheckpointWriter({
    ...options,
    change: () => index.change,
    freeze: () => ({
      parts: (index.active.freeze as () => FrozenIndex)(),
      origin: {
        created: about.current.created,
        ...defined({ indexVersion: about.current.indexVersion }),
        change: index.change,
        digest: ledger.digestOf(index.change),
      },
    }),
  })
}

/**
 * Checks that no other process has the file open. LMDB counts the readers of the open file, also across containers and
 * without the lock file. If two processes start at the same moment, both are rejected.
 */
async function checkAlone(folder: string, lock: ProcessLock, { root }: LmdbTables): Promise<void> {
  // This query registers the current process as a reader, so that other processes see it.
  const { numReaders } = root.getStats() as { readonly numReaders: number }
  if (numReaders <= 1 && (await lock.isIntact())) return
  throw lockedWithoutFile(folder)
}

/** Counts the index rows that a transaction changes. */
function rowsOf({ records, moved, removedRecords, products, removedProducts }: IndexChange): number {
  return records.length + moved.length + removedRecords.length + products.length + removedProducts.length
}

function olderLedger(folder: string, change: ChangeNumber, before: ChangeNumber): RegistryError {
  return new RegistryError(
    'storage_corrupt',
    `The ledger in ${folder} ends with change ${change}, but ${MANIFEST_FILE} says change ${before}: the ledger is an older copy, or damaged. Restore the whole folder from a backup; to continue from change ${change}, delete ${MANIFEST_FILE}.`,
  )
}
