import type { Sleep } from '../../runtime/environment.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Storage } from '../../storage/storage.ts'

/** Options of `replica`. */
export interface ReplicaOptions {
  /** The source of truth. It receives every commit and announces the changes of other processes. */
  readonly primary: Storage
  /**
   * Opens the local storage that serves reads. It is either empty, such as one of `createMemoryStorage`, or durable
   * with the copy of an earlier process. The replica follows that copy and does not copy everything again.
   */
  readonly local: (wanted: LocalStorageRequest) => Storage | Promise<Storage>
  /**
   * Interval for polling a primary that does not announce its changes: 1 to 3,600,000 ms. Default: 1,000. A replica
   * follows announced changes at once.
   */
  readonly pollMilliseconds?: number
  /**
   * Called every few thousand rows while the replica makes a copy or catches up. If this function throws, the operation
   * stops as it does after an error of the primary.
   */
  readonly onProgress?: (progress: ReplicaProgress) => void
  /** Called before a new copy replaces one that cannot follow, with the reason. */
  readonly onAnew?: (why: string) => void
  /** Milliseconds since 1970. Default: the system clock. */
  readonly clock?: () => number
  /** Waits for a number of milliseconds. Default: the timers of the runtime. */
  readonly sleep?: Sleep
}

/** Request of a replica for a storage. */
export interface LocalStorageRequest {
  /**
   * True: open an empty storage, since the existing copy cannot follow. If that copy serves reads, it stays open until
   * the new one is complete.
   */
  readonly isNew: boolean
}

/** Progress of a copy that is being made or catches up. */
export interface ReplicaProgress {
  /** Number of active records and products copied so far. For a stored copy, `rows` and `total` are 0. */
  readonly rows: number
  /** Number of active records and products at the start; others may have added some since. */
  readonly total: number
  /**
   * Progress of the last phase, for storages that sort the rows first. Counts the rows that this phase writes and
   * reads.
   */
  readonly writing?: LoadProgress
  /**
   * Progress of applying later changes, as a number of changes. Present for a stored copy, and after a new copy is
   * made.
   */
  readonly following?: LoadProgress
}
