import type { RegistrySchema } from '@utpid/core'

/** The options with which a thread opens its registry, besides its storage. Pass them to `createRegistry`. */
export interface WorkerRegistryOptions {
  /** The schema of the main registry, imported from its module. */
  readonly schema: RegistrySchema
}

/** Options for the threads of a registry. */
export interface ThreadOptions {
  /**
   * The module that exports `openWorkerRegistry(storage, { schema })`. That function opens a registry with this schema,
   * and with the same gazetteer, model and format as the main registry. Each thread imports the module.
   */
  readonly module: URL | string
  /** The number of threads: 1 to 64. Default: 1 for reads; otherwise the number of processors. */
  readonly workers?: number
  /**
   * Called with the reason when a thread exits unexpectedly. The main thread runs its pending requests. The next query
   * starts a new thread, at most twenty times an hour. Only the comparison of all records fails.
   */
  readonly onWorkerExit?: (message: string) => void
}
