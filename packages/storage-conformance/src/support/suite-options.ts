import type { Storage } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import type { StorageCapabilities } from '@utpid/core/storage'

/** Settings of a storage under test. */
export interface SampleSettings {
  /** Clock that decides when changes and idempotency keys expire. The suite advances it. */
  readonly clock?: Clock
  /** Number of days for which the storage keeps changes. */
  readonly feedDays?: number
}

/** The storage under test and its capabilities. */
export interface SuiteOptions {
  /** Title of the tests, for example `createMemoryStorage`. */
  readonly name: string
  /** Returns a new, empty storage for each call. The suite closes the storage. */
  readonly createStorage: (settings: SampleSettings) => Storage | Promise<Storage>
  /** Closes a storage that {@link createStorage} returned, and opens it again. Required if the storage is durable. */
  readonly reopen?: (storage: Storage, settings: SampleSettings) => Promise<Storage>
  /**
   * Capabilities that the adapter promises. If a capability is not promised, its tests are skipped with the reason. If
   * a storage lacks a promised capability, a test fails.
   */
  readonly capabilities?: Partial<StorageCapabilities>
  /**
   * Number of random histories that are compared with the model. A sixth as many are added for filters. Default: 25.
   */
  readonly histories?: number
  /**
   * Whether to include the bulk load tests. If not, {@link testFillingAtOnce} can register them elsewhere. Default:
   * true.
   */
  readonly fillsAtOnce?: boolean
}
