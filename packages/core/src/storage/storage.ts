import type { BulkLoad } from './bulk-load.ts'
import type { Generation, GenerationPlan } from './generation.ts'
import type { Ledger } from './ledger.ts'
import type { ModelVersion } from './model-version.ts'
import type { RegistryIndex } from './registry-index.ts'
import type { ChangeNumber, ModelVersionRow } from './rows.ts'

/**
 * The storage of a registry: a ledger, which is the source of truth, and an index derived from it.
 *
 * An adapter stores and finds rows; it never scores. Core contains all rules about equal products, so two adapters with
 * the same records give the same results. `@utpid/storage-conformance` tests this.
 */
export interface Storage {
  readonly capabilities: StorageCapabilities
  /**
   * The location of the registry for messages: a folder, or a schema of a database. The location never contains a
   * secret.
   */
  readonly place?: string
  readonly ledger: Ledger
  readonly index: RegistryIndex
  /**
   * Stores the index version of keys and features. The registry calls this method when it opens an empty ledger. A swap
   * stores the version of the index generation.
   */
  setIndexVersion(indexVersion: string): Promise<void>
  /**
   * Stores the model version with its rows. A restore calls this method, and the registry when it opens a ledger
   * without a model version. A swap stores the model version of the index generation.
   *
   * @param rows - Rows that are added to the stored rows. A new row replaces a stored row of the same name.
   */
  setModelVersion(modelVersion: ModelVersion, rows: readonly ModelVersionRow[]): Promise<void>
  /**
   * Sets the last change number, so that numbering continues after it. A restored registry needs this call, because
   * rows and followers already use the numbers up to this change. The change becomes the head of the ledger and the
   * position of the index. The change feed up to this change is deleted, so a follower that is behind gets
   * `changes_expired` and scans. Pending commits are written first.
   *
   * @param change - The head or a higher number.
   * @throws `validation_failed` if the number is below the head. Then nothing is changed.
   */
  setNextChange(change: ChangeNumber): Promise<void>
  /**
   * Starts a bulk load, for storages with a faster method than commits. The call first deletes the rows of an
   * unfinished load.
   *
   * @throws `storage_not_empty` if the storage has a registry.
   */
  beginLoad?(): Promise<BulkLoad>
  /**
   * Calls a listener after changes of any process, when the change feed may have new entries. The storage may also call
   * the listener without a change, and may miss changes while a connection is lost. So callers must also poll.
   *
   * @returns A function that removes the listener.
   */
  onChange?(listener: () => void): () => void
  /**
   * Takes the write lease: commits of other processes wait until `work` ends. Use it for a transaction that conflicted
   * before. Processes get the lease one at a time, in order of arrival. Absent if only one process writes.
   */
  withWriteLease?<T>(work: () => Promise<T>): Promise<T>
  /**
   * Starts a second index generation. Only one such generation may be open at a time. The call first deletes a
   * suspended generation, or a generation of a process that has exited.
   *
   * @throws `generation_open` if another generation is being built.
   */
  beginGeneration(plan: GenerationPlan): Promise<Generation>
  /**
   * Resumes the suspended generation. In a durable storage, the call also resumes a generation that was being built
   * when the storage was closed or its process exited. The generation contains every resolved `put` with its progress,
   * and every other `put` completely or not at all. Returns undefined if no generation can be resumed.
   *
   * @throws `generation_open` if a generation is being built.
   */
  resumeGeneration(): Promise<Generation | undefined>
  /** Finishes pending writes and releases files and connections. Callers may call this method twice. */
  close(): Promise<void>
}

/** The capabilities of an adapter. Test suites skip tests of missing capabilities with a reason. */
export interface StorageCapabilities {
  /** True if data survives the end of the process. */
  readonly durable: boolean
  /** True if several processes may write at the same time. */
  readonly sharedWriters: boolean
  /** True if `total` of a search is always exact. */
  readonly exactTotals: boolean
}
