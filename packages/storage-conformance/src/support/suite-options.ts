import type { Storage } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import type { StorageCapabilities } from '@utpid/core/storage'

/** Settings of a storage under test. */
export interface SampleSettings {
  /** A clock that controls the expiry of changes and idempotency keys. The suite advances it. */
  readonly clock?: Clock
  /** The number of days for which the storage retains changes. */
  readonly changeFeedDays?: number
}

/** The storage under test and its capabilities. */
export interface SuiteOptions {
  /** The title of the tests, for example `createMemoryStorage`. */
  readonly name: string
  /** Returns a new, empty storage for each call. The suite closes the storage. */
  readonly createStorage: (settings: SampleSettings) => Storage | Promise<Storage>
  /** Closes a storage that {@link createStorage} returned, and opens it again. Required if the storage is durable. */
  readonly reopen?: (storage: Storage, settings: SampleSettings) => Promise<Storage>
  /**
   * The capabilities that the adapter promises. The suite skips the tests of a capability that is not promised, with
   * the reason. If a storage lacks a promised capability, a test fails.
   */
  readonly capabilities?: Partial<StorageCapabilities>
  /**
   * The number of random histories that are compared with the model. One sixth of this number is added for filters.
   * Default: 25.
   */
  readonly histories?: number
  /**
   * Whether to include the bulk load tests. With false, {@link testBulkLoadSuite} can register them elsewhere. Default:
   * true.
   */
  readonly bulkLoad?: boolean
}
