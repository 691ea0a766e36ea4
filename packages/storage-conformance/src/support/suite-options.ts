import type { Clock, Storage, StorageCapabilities } from '@utpid/core'

/** What a storage under test is made with. */
export interface SampleSettings {
  /** The time by which the storage ages its feed and its tokens; the suite moves it. */
  readonly clock?: Clock
  /** Days that the feed is kept. */
  readonly feedDays?: number
}

/** The storage that is tested, and what it can do. */
export interface SuiteOptions {
  /** Heads the tests, for example `createMemoryStorage`. */
  readonly name: string
  /** A new, empty storage for each call. The suite closes it. */
  readonly createStorage: (settings: SampleSettings) => Storage | Promise<Storage>
  /**
   * Closes a storage that {@link createStorage} made and opens the same place again. Needed when
   * the storage is durable.
   */
  readonly reopen?: (storage: Storage, settings: SampleSettings) => Promise<Storage>
  /**
   * What the adapter promises. What a storage cannot do is skipped with the reason; a storage
   * that can do less than promised here fails.
   */
  readonly capabilities?: Partial<StorageCapabilities>
  /** How many random histories are compared with the model; a sixth as many of filters. Default: 25. */
  readonly histories?: number
  /** False: leaves out filling at once, of which {@link testFillingAtOnce} registers the tests elsewhere. Default: true. */
  readonly fillsAtOnce?: boolean
}
