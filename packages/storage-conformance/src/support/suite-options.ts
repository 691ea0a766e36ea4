import type { Storage } from '@utpid/core'
import type { Clock } from '@utpid/core/operations'
import type { StorageCapabilities } from '@utpid/core/storage'

/** Settings of a storage under test. */
export interface SampleSettings {
  /** Clock by which changes and idempotency keys expire. The suite advances it. */
  readonly clock?: Clock
  /** Days that changes are kept. */
  readonly feedDays?: number
}

/** The storage under test and its capabilities. */
export interface SuiteOptions {
  /** Title of the tests, for example `createMemoryStorage`. */
  readonly name: string
  /** Returns a new, empty storage for each call. The suite closes it. */
  readonly createStorage: (settings: SampleSettings) => Storage | Promise<Storage>
  /** Closes a storage of {@link createStorage} and opens it again. Required if the storage is durable. */
  readonly reopen?: (storage: Storage, settings: SampleSettings) => Promise<Storage>
  /**
   * Capabilities that the adapter promises. Tests of missing capabilities are skipped with the reason. A storage
   * without a promised capability fails.
   */
  readonly capabilities?: Partial<StorageCapabilities>
  /** Number of random histories compared with the model, plus a sixth as many for filters. Default: 25. */
  readonly histories?: number
  /** Whether to include the bulk load tests, which {@link testFillingAtOnce} can register elsewhere. Default: true. */
  readonly fillsAtOnce?: boolean
}
