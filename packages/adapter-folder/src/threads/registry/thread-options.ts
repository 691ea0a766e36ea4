/** Threads that answer for a registry. */
export interface ThreadOptions {
  /**
   * A module that exports `openWorkerRegistry(storage)`: it opens a registry on a storage, with the gazetteer, model and
   * format of the one that is asked. Each thread imports it.
   */
  readonly module: URL | string
  /** Threads: 1 to 64; unless given one for reads, for anything else as many as the machine runs at once. */
  readonly workers?: number
  /**
   * Told why a thread ended that nobody ended: what it was asked is answered here, and another one is begun with the next
   * question, twenty times an hour at most; only what compares all records fails then. Nobody is told unless given.
   */
  readonly onThreadLost?: (message: string) => void
}
