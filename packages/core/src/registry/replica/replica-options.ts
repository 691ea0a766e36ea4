import type { Sleep } from '../../runtime/environment.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Storage } from '../../storage/storage.ts'

/** The options of `replica`. */
export interface ReplicaOptions {
  /**
   * The storage that is the source of truth. The primary receives every commit and announces the changes of other
   * processes.
   */
  readonly primary: Storage
  /**
   * A function that opens the local storage, which serves reads. The local storage is either empty, such as one of
   * `createMemoryStorage`, or durable with the copy of an earlier process. The replica follows an existing copy and
   * does not copy all rows again.
   */
  readonly local: (wanted: LocalStorageRequest) => Storage | Promise<Storage>
  /**
   * The interval for polling a primary that does not announce its changes: 1 to 3,600,000 ms. Default: 1,000. A replica
   * immediately applies announced changes.
   */
  readonly pollMilliseconds?: number
  /**
   * A callback with the progress, called every few thousand rows while the replica copies rows or catches up. If the
   * callback throws, the operation stops as it does after an error of the primary.
   */
  readonly onProgress?: (progress: ReplicaProgress) => void
  /** A callback with the reason, called before a new copy replaces a copy that cannot follow the primary. */
  readonly onReplaced?: (why: string) => void
  /** A function that returns milliseconds since 1970. Default: the system clock. */
  readonly clock?: () => number
  /** A function that waits for a number of milliseconds. Default: the timers of the runtime. */
  readonly sleep?: Sleep
}

/** A request of a replica for a storage. */
export interface LocalStorageRequest {
  /**
   * True if the function must open an empty storage, since the existing copy cannot follow the primary. If the existing
   * copy serves reads, it stays open until the new copy is complete.
   */
  readonly isNew: boolean
}

/** The progress of a copy that is being created or catches up. */
export interface ReplicaProgress {
  /** The number of active records and products copied so far. For a stored copy, `rows` and `total` are 0. */
  readonly rows: number
  /** The number of active records and products at the start. Other writers may have added some since. */
  readonly total: number
  /**
   * The progress of the last phase, for storages that sort the rows first. It counts the rows that this phase writes
   * and reads.
   */
  readonly writing?: LoadProgress
  /**
   * The progress of applying later changes, as a number of changes. Present for a stored copy, and after a new copy is
   * complete.
   */
  readonly following?: LoadProgress
}
