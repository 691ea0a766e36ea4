import type { BulkLoad } from './bulk-load.ts'
import type { Generation, GenerationPlan } from './generation.ts'
import type { Ledger } from './ledger.ts'
import type { ModelVersion } from './model-version.ts'
import type { RegistryIndex } from './registry-index.ts'
import type { ChangeNumber, ModelVersionRow } from './rows.ts'

/**
 * The storage of a registry: a ledger, which is the source of truth, and an index derived from it.
 *
 * An adapter stores and finds; it never scores. Core has all rules about equal products, so two adapters with the same
 * records give the same answers. `@utpid/storage-conformance` tests this.
 */
export interface Storage {
  readonly capabilities: StorageCapabilities
  /** Location for messages: a folder, or a schema of a database. Never a secret. */
  readonly place?: string
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /**
   * Stores the index version of keys and features. The registry calls it when it opens an empty ledger. A swap stores
   * the version of the index generation.
   */
  setIndexVersion(indexVersion: string): Promise<void>
  /**
   * Stores the model version with its rows. Called by the registry when it opens a ledger without one, and by a
   * restore. A swap stores the model version of the index generation.
   *
   * @param rows - Added to the stored rows; a row of the same name is replaced.
   */
  setModelVersion(scoring: ModelVersion, rows: readonly ModelVersionRow[]): Promise<void>
  /**
   * Sets the last change number, so that numbering continues after it. A restored registry needs this: rows and
   * followers already know the numbers up to it. It becomes the head of the ledger and the position of the index. The
   * change feed up to it is deleted, so that a follower who is behind gets `changes_expired` and scans. Pending commits
   * are written first.
   *
   * @param change - The head or higher.
   * @throws `validation_failed` if it is below the head; nothing is changed then.
   */
  setNextChange(change: ChangeNumber): Promise<void>
  /**
   * Starts a bulk load, for storages with a faster way than commits. Deletes the remains of an unfinished load first.
   *
   * @throws `storage_not_empty` if the storage has a registry.
   */
  beginLoad?(): Promise<BulkLoad>
  /**
   * Calls a listener after changes of any process: the change feed may have new entries. It may also call without a
   * change, and may miss changes while a connection is lost, so listeners also have to poll.
   *
   * @returns a function that removes the listener.
   */
  onChange?(listener: () => void): () => void
  /**
   * Takes the write lease: commits of other processes wait until `work` ends. Use it for a transaction that conflicted
   * before. One process has the lease at a time, in order of arrival. Absent if only one process writes.
   */
  withWriteLease?<T>(work: () => Promise<T>): Promise<T>
  /**
   * Starts a second index generation. Only one may be open at a time. First deletes a suspended generation, or a
   * generation that an ended process left.
   *
   * @throws `generation_open` if another one is being built.
   */
  beginGeneration(plan: GenerationPlan): Promise<Generation>
  /**
   * Resumes the suspended generation. In a durable storage, it also resumes a generation that was being built when the
   * storage was closed or its process ended. The generation has every resolved `put` with its progress, and other puts
   * completely or not at all. Undefined if there is none.
   *
   * @throws `generation_open` if one is being built.
   */
  resumeGeneration(): Promise<Generation | undefined>
  /** Finishes pending work and releases files and connections. May be called twice. */
  close(): Promise<void>
}

/** Capabilities of an adapter, so that test suites skip the others with a reason. */
export interface StorageCapabilities {
  /** Data survives the end of the process. */
  readonly durable: boolean
  /** Several processes may write at once. */
  readonly sharedWriters: boolean
  /** `total` of a search is always exact. */
  readonly exactTotals: boolean
}
