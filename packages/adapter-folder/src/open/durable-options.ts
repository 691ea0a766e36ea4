import { availableParallelism } from 'node:os'
import type { MemoryStorageOptions } from '@utpid/adapter-memory'
import type { MakeIndexGeneration } from '@utpid/adapter-memory/engine'
import { RegistryError } from '@utpid/core'
import { type RetentionSettings, retentionSettings } from '@utpid/core/adapter'
import type { OnSnapshot } from '../checkpoint/snapshot-event.ts'
import type { UnclosedBy } from '../lock/process-lock.ts'
import type { MergeThread } from '../threads/merge/merge-thread.ts'

/** How a folder is opened. */
export interface DurableStorageOptions extends MemoryStorageOptions {
  /**
   * Rows that are asked for again and again are kept decoded: megabytes they may take on disk, 0 to 4,096, default 16. In
   * memory they take three to seven times as much.
   */
  readonly rowCacheMegabytes?: number
  /**
   * The index is written down after so many rows of it have changed: 0 to 1,000,000,000, default
   * 250,000; 0 only when the storage is closed, as it is in any case.
   */
  readonly snapshotRows?: number
  /**
   * Whether segments of many rows are merged on a thread of their own, so that nobody who asks is held up by it; true unless
   * given. It is begun when there is something to merge, and ends when there is nothing for half a minute. Where it cannot be
   * begun, they are merged on the thread that serves, a few milliseconds at a time.
   */
  readonly mergeThread?: boolean
  /**
   * Told why a merge on that thread was lost. It is made again; after three within an hour on the thread that serves, until an
   * hour after the first of them.
   */
  readonly onMergeThreadLost?: (why: string) => void
  /**
   * Threads that read an export while it is restored into the folder: 0 to 16, by default as many as there are processors and
   * 4 at most.
   */
  readonly restoreThreads?: number
  /**
   * Whether every page and row of the ledger is tried before it opens, also where it would open at once by the snapshot of its
   * index; false unless given. That reads the file from end to end, some seconds for each gigabyte. A folder that was not
   * tried is refused no later than when a damaged row is read, or LMDB, which believes its pages, ends the process there.
   * From one second after opening, a thread tries all pages while the folder serves.
   */
  readonly walk?: boolean
  /** Called with the reason when that thread finds a damaged page or row. */
  readonly onDamage?: (why: string) => void
  /**
   * What becomes of a ledger that has lost rows: it is refused unless given. `open`: so that `check` can tell of it, and mend
   * what can be made anew.
   */
  readonly damaged?: 'refuse' | 'open'
  /** Told when the process that had the folder open before ended without closing it. */
  readonly onUnclosed?: (before: UnclosedBy) => void
  /** Told what becomes of the snapshot of the index. */
  readonly onSnapshot?: OnSnapshot
}

const ROW_CACHE_MEGABYTES = 16
const ROW_CACHE_MEGABYTES_MOST = 4_096
const RESTORE_THREADS = 4
const RESTORE_THREADS_MOST = 16
const SNAPSHOT_ROWS = 250_000
const SNAPSHOT_ROWS_MOST = 1_000_000_000

/** {@link DurableStorageOptions}, checked. */
export interface DurableSettings {
  readonly retention: RetentionSettings
  readonly rowCacheBytes: number
  readonly makeIndex: MakeIndexGeneration
  readonly merger: MergeThread | undefined
  readonly restoreThreads: number
  readonly snapshotRows: number
  readonly walk: boolean
  readonly onDamage: (why: string) => void
  readonly damaged: 'refuse' | 'open'
  readonly onUnclosed: (before: UnclosedBy) => void
  readonly onSnapshot: OnSnapshot
}

/** @throws `validation_failed` */
export function durableSettings(
  options: DurableStorageOptions,
  makeIndex: MakeIndexGeneration,
  merger?: MergeThread,
): DurableSettings {
  return {
    retention: retentionSettings(options),
    rowCacheBytes: rowCacheBytes(options),
    makeIndex,
    merger,
    restoreThreads: restoreThreads(options),
    snapshotRows: snapshotRows(options),
    walk: isWalked(options),
    onDamage: options.onDamage ?? (() => undefined),
    damaged: whatOfDamaged(options),
    onUnclosed: options.onUnclosed ?? (() => undefined),
    onSnapshot: options.onSnapshot ?? (() => undefined),
  }
}

/**
 * Whether large merges are done by a thread of their own.
 *
 * @throws `validation_failed`
 */
export function isMergedByThread({ mergeThread = true }: DurableStorageOptions): boolean {
  if (typeof mergeThread === 'boolean') return mergeThread
  throw new RegistryError('validation_failed', `mergeThread is ${String(mergeThread)}; give true or false.`)
}

/** @throws `validation_failed` */
export function rowCacheBytes({
  rowCacheMegabytes = ROW_CACHE_MEGABYTES,
}: Pick<DurableStorageOptions, 'rowCacheMegabytes'>): number {
  if (!(rowCacheMegabytes >= 0 && rowCacheMegabytes <= ROW_CACHE_MEGABYTES_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `rowCacheMegabytes is ${rowCacheMegabytes}; give 0 to ${ROW_CACHE_MEGABYTES_MOST} megabytes.`,
    )
  }
  return rowCacheMegabytes * 2 ** 20
}

function snapshotRows({ snapshotRows: rows = SNAPSHOT_ROWS }: DurableStorageOptions): number {
  if (!(Number.isInteger(rows) && rows >= 0 && rows <= SNAPSHOT_ROWS_MOST)) {
    throw new RegistryError('validation_failed', `snapshotRows is ${rows}; give 0 to ${SNAPSHOT_ROWS_MOST} rows.`)
  }
  return rows
}

function restoreThreads({
  restoreThreads: threads = Math.min(availableParallelism(), RESTORE_THREADS),
}: DurableStorageOptions): number {
  if (!(Number.isInteger(threads) && threads >= 0 && threads <= RESTORE_THREADS_MOST)) {
    throw new RegistryError(
      'validation_failed',
      `restoreThreads is ${threads}; give 0 to ${RESTORE_THREADS_MOST} threads.`,
    )
  }
  return threads
}

function isWalked({ walk = false }: DurableStorageOptions): boolean {
  if (typeof walk === 'boolean') return walk
  throw new RegistryError('validation_failed', `walk is ${String(walk)}; give true or false.`)
}

function whatOfDamaged({ damaged = 'refuse' }: DurableStorageOptions): 'refuse' | 'open' {
  if (damaged === 'refuse' || damaged === 'open') return damaged
  throw new RegistryError('validation_failed', `damaged is ${String(damaged)}; give "refuse" or "open".`)
}
