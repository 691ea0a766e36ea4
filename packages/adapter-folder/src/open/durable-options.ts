import { availableParallelism } from 'node:os'
import type { MemoryStorageOptions } from '@utpid/adapter-memory'
import type { CreateIndexGeneration } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import { type RetentionSettings, retentionSettings } from '@utpid/core/storage'
import type { OnCheckpoint } from '../checkpoint/checkpoint-event.ts'
import type { PreviousHolder } from '../lock/process-lock.ts'
import type { MergeThread } from '../threads/merge/merge-thread.ts'

/** Options of a folder. */
export interface DurableStorageOptions extends MemoryStorageOptions {
  /**
   * The size of the cache of decoded rows, in megabytes on disk, 0 to 4,096. Default: 16. Cached rows need three to
   * seven times as much memory.
   */
  readonly rowCacheMegabytes?: number
  /**
   * The number of changed index rows between checkpoints: 0 to 1,000,000,000. Default: 250,000. Closing always writes a
   * checkpoint. With 0, only closing writes a checkpoint.
   */
  readonly checkpointRows?: number
  /**
   * Whether large segments are merged on a separate thread, so that merges delay no queries. Default: true. The thread
   * starts with the first merge and exits after half a minute without a merge. If the thread cannot start, the main
   * thread merges, a few milliseconds at a time.
   */
  readonly mergeThread?: boolean
  /**
   * Called with the reason when a merge on the merge thread fails. The merge is repeated. After three failures within
   * an hour, the main thread merges until one hour after the first failure.
   */
  readonly onMergeFailure?: (why: string) => void
  /**
   * The number of threads that read an export during a restore into the folder: 0 to 16. Default: the number of
   * processors, at most 4.
   */
  readonly restoreThreads?: number
  /**
   * Whether every page and row of the ledger is checked before opening, even if the index checkpoint allows opening at
   * once. Default: false. The check reads the whole file, which takes some seconds per gigabyte. Without the check,
   * damage is detected when a damaged row is read. A damaged page may also crash the process, since LMDB trusts its
   * pages. One second after opening, a thread starts to check all pages.
   */
  readonly verify?: boolean
  /** Called with the reason when the page check thread finds a damaged page or row. */
  readonly onDamage?: (why: string) => void
  /**
   * The handling of a ledger that has lost rows. Default: `refuse`. With `open`, `check` can report the losses and
   * rebuild derived data.
   */
  readonly damaged?: 'refuse' | 'open'
  /** Called if the previous process exited without closing the folder. */
  readonly onUncleanShutdown?: (before: PreviousHolder) => void
  /** Called when the index checkpoint is read, written or rejected. */
  readonly onCheckpoint?: OnCheckpoint
}

const ROW_CACHE_MEGABYTES = 16
const MAX_ROW_CACHE_MEGABYTES = 4_096
const RESTORE_THREADS = 4
const MAX_RESTORE_THREADS = 16
const CHECKPOINT_ROWS = 250_000
const MAX_CHECKPOINT_ROWS = 1_000_000_000

/** Validated {@link DurableStorageOptions}. */
export interface DurableSettings {
  readonly retention: RetentionSettings
  readonly rowCacheBytes: number
  readonly makeIndex: CreateIndexGeneration
  readonly merger: MergeThread | undefined
  readonly restoreThreads: number
  readonly checkpointRows: number
  readonly verify: boolean
  readonly onDamage: (why: string) => void
  readonly damaged: 'refuse' | 'open'
  readonly onUncleanShutdown: (before: PreviousHolder) => void
  readonly onCheckpoint: OnCheckpoint
}

/** @throws `validation_failed` */
export function durableSettings(
  options: DurableStorageOptions,
  makeIndex: CreateIndexGeneration,
  merger?: MergeThread,
): DurableSettings {
  return {
    retention: retentionSettings(options),
    rowCacheBytes: rowCacheBytes(options),
    makeIndex,
    merger,
    restoreThreads: restoreThreads(options),
    checkpointRows: checkpointRows(options),
    verify: isFullCheck(options),
    onDamage: options.onDamage ?? (() => undefined),
    damaged: damagedPolicy(options),
    onUncleanShutdown: options.onUncleanShutdown ?? (() => undefined),
    onCheckpoint: options.onCheckpoint ?? (() => undefined),
  }
}

/**
 * Returns whether large merges run on a separate thread.
 *
 * @throws `validation_failed`
 */
export function usesMergeThread({ mergeThread = true }: DurableStorageOptions): boolean {
  if (typeof mergeThread === 'boolean') return mergeThread
  throw new RegistryError('validation_failed', `mergeThread is ${String(mergeThread)}; give true or false.`)
}

/** @throws `validation_failed` */
export function rowCacheBytes({
  rowCacheMegabytes = ROW_CACHE_MEGABYTES,
}: Pick<DurableStorageOptions, 'rowCacheMegabytes'>): number {
  if (!(rowCacheMegabytes >= 0 && rowCacheMegabytes <= MAX_ROW_CACHE_MEGABYTES)) {
    throw new RegistryError(
      'validation_failed',
      `rowCacheMegabytes is ${rowCacheMegabytes}; give 0 to ${MAX_ROW_CACHE_MEGABYTES} megabytes.`,
    )
  }
  return rowCacheMegabytes * 2 ** 20
}

function checkpointRows({ checkpointRows: rows = CHECKPOINT_ROWS }: DurableStorageOptions): number {
  if (!(Number.isInteger(rows) && rows >= 0 && rows <= MAX_CHECKPOINT_ROWS)) {
    throw new RegistryError('validation_failed', `checkpointRows is ${rows}; give 0 to ${MAX_CHECKPOINT_ROWS} rows.`)
  }
  return rows
}

function restoreThreads({
  restoreThreads: threads = Math.min(availableParallelism(), RESTORE_THREADS),
}: DurableStorageOptions): number {
  if (!(Number.isInteger(threads) && threads >= 0 && threads <= MAX_RESTORE_THREADS)) {
    throw new RegistryError(
      'validation_failed',
      `restoreThreads is ${threads}; give 0 to ${MAX_RESTORE_THREADS} threads.`,
    )
  }
  return threads
}

function isFullCheck({ verify = false }: DurableStorageOptions): boolean {
  if (typeof verify === 'boolean') return verify
  throw new RegistryError('validation_failed', `verify is ${String(verify)}; give true or false.`)
}

function damagedPolicy({ damaged = 'refuse' }: DurableStorageOptions): 'refuse' | 'open' {
  if (damaged === 'refuse' || damaged === 'open') return damaged
  throw new RegistryError('validation_failed', `damaged is ${String(damaged)}; give "refuse" or "open".`)
}
