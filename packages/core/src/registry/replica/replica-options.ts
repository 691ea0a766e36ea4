import type { Sleep } from '../../runtime/environment.ts'
import type { LoadProgress } from '../../storage/bulk-load.ts'
import type { Storage } from '../../storage/storage.ts'

/** Between what a replica stands, and how far it may be behind. */
export interface ReplicaOptions {
  /** Holds the truth: takes every commit, and tells of those of others. */
  readonly primary: Storage
  /**
   * Opens the storage of this process from which is answered: an empty one, as `createMemoryStorage` makes, or one that is
   * durable and holds the copy of an earlier process, which then only follows.
   */
  readonly local: (wanted: WantedLocal) => Storage | Promise<Storage>
  /**
   * How long the primary may be silent before it is asked for changes: 1 to 3,600,000 ms, 1,000 unless given. A primary
   * that tells of its changes is followed at once.
   */
  readonly pollMilliseconds?: number
  /**
   * Told after each few thousand rows how far the copy is, while it is made or made anew, and while one that was kept takes in
   * what came since. What it throws makes that fail, as what the primary throws does.
   */
  readonly onProgress?: (progress: ReplicaProgress) => void
  /** Told why a copy that was there cannot go on and is made anew. */
  readonly onAnew?: (why: string) => void
  /** Milliseconds since 1970; the system's unless given. */
  readonly clock?: () => number
  /** Waits for a time; by the timers of the runtime unless given. */
  readonly sleep?: Sleep
}

/** What storage a replica wants. */
export interface WantedLocal {
  /**
   * True: an empty one, since the copy that was kept cannot follow, or the one that answers cannot: that is open then, and is
   * closed when the new one is whole.
   */
  readonly anew: boolean
}

/** How far a copy is that is not whole yet, or that takes in what came since. */
export interface ReplicaProgress {
  /** Records that have not ended, and products, copied so far; 0 of 0 for a copy that was kept. */
  readonly rows: number
  /** Of how many there were when it began; others may have come since. */
  readonly total: number
  /** How far the last step is of a copy whose rows are sorted first, in rows of whatever that step writes and reads. */
  readonly writing?: LoadProgress
  /** How far the changes are taken in that came since, in changes: of a copy that was kept, or while this one was made. */
  readonly following?: LoadProgress
}
