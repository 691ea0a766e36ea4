import type { Sleep } from '../../runtime/environment.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Storage } from '../../storage/storage.ts'

/** Options of `replica`. */
export interface ReplicaOptions {
  /** The source of truth: it takes every commit and announces the changes of other processes. */
  readonly primary: Storage
  /**
   * Opens the storage of this process that serves reads: an empty one, as of `createMemoryStorage`, or a durable one
   * with the copy of an earlier process, which then only follows.
   */
  readonly local: (wanted: LocalStorageRequest) => Storage | Promise<Storage>
  /**
   * Interval for polling a primary that does not announce its changes: 1 to 3,600,000 ms. Default: 1,000. Announced
   * changes are followed at once.
   */
  readonly pollMilliseconds?: number
  /**
   * Called after each few thousand rows while a copy is made or catches up. An error that it throws stops the
   * operation, like an error of the primary.
   */
  readonly onProgress?: (progress: ReplicaProgress) => void
  /** Called with the reason why an existing copy cannot follow and is replaced. */
  readonly onAnew?: (why: string) => void
  /** Milliseconds since 1970. Default: the system clock. */
  readonly clock?: () => number
  /** Waits for a number of milliseconds. Default: the timers of the runtime. */
  readonly sleep?: Sleep
}

/** Request of a replica for a storage. */
export interface LocalStorageRequest {
  /**
   * True: an empty storage, since the stored copy or the serving one cannot follow. The serving copy stays open and is
   * closed when the new one is complete.
   */
  readonly isNew: boolean
}

/** Progress of a copy that is being made or catches up. */
export interface ReplicaProgress {
  /** Active records and products copied so far; 0 of 0 for a stored copy. */
  readonly rows: number
  /** Number of rows at the start; others may have been added since. */
  readonly total: number
  /** Progress of the last phase of a copy whose rows are sorted first, in rows written and read by that phase. */
  readonly writing?: LoadProgress
  /** Progress of applying later changes, in changes: for a stored copy, or after making one. */
  readonly following?: LoadProgress
}
