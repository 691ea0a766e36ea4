import type { ProductId } from '../model/utpid.ts'
import type { Commit, CommitResult } from './commit.ts'
import type { StoredRecord } from './ledger.ts'
import type { ModelVersion } from './model-version.ts'
import type { CandidateColumns, KeyLookup } from './registry-index.ts'
import type { EdgeRemoval, EdgeRow, ModelVersionRow, ProductRow, RecordId } from './rows.ts'

/** Rules of an index generation, stored with it. */
export interface GenerationPlan {
  readonly indexVersion: string
  /** Model version from the swap on. Default: unchanged. */
  readonly scoring?: ModelVersion
  /** Models and term-frequency versions to add with the swap. */
  readonly scoringRows?: readonly ModelVersionRow[]
}

/**
 * An index generation: a second set of all data derived from the records (features, keys, search terms, edges, word
 * counts). It is invisible while it is built. One swap then replaces the active generation with it. It can be suspended
 * and resumed: all rows that were put still exist, in a durable storage also after a crash of the process.
 *
 * The builder puts whole rows and follows the change feed until no row has a later revision. The swap keeps only rows
 * that were put. So the swap is rejected if the ledger has changed since the last read or if rows are missing.
 *
 * Batches of ids have the limits of a `Ledger`. After the swap, `suspend` or `discard`, every call throws
 * `validation_failed`.
 */
export interface Generation {
  /** The plan given at the start. */
  readonly plan: GenerationPlan
  /** The `progress` text of the last `put` that had one; undefined if there is none. */
  readonly progress: string | undefined
  /**
   * Adds rows, replacing rows of the same id. A call adds all of its rows or none.
   *
   * @throws `storage_full` and other write errors.
   */
  put(rows: GenerationRows): Promise<void>
  /** Records as they were put, with their current link. */
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Products as they were put. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  /** Edges as they were put: one list per record, by ascending other end. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  /** Like `RegistryIndex.candidates`, over the records that were put. */
  candidates(probes: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns>
  /**
   * Swaps: makes this the active generation, in one transaction together with a commit. The commit is checked and
   * written like any other, but has no idempotency key, and its `readVersion` must be the head. After the call
   * resolves, ledger and index answer from this generation, `head` has its index version and model version, and
   * `modelVersions` has the rows of its plan. From then on, preconditions on keys need a `readVersion` at or after the
   * swap.
   *
   * @throws the errors of `Ledger.commit`; `revision_conflict` with `details.reason` `head` if a transaction came after
   *   `readVersion`; `validation_failed` if records or products of the ledger were never put. The generation is then
   *   unchanged and can be brought up to date.
   */
  swap(commit: Commit): Promise<CommitResult>
  /**
   * Suspends the generation, for `Storage.resumeGeneration`. Without any `progress` it is discarded, since nobody could
   * resume it. May be called twice, and after the swap.
   */
  suspend(): Promise<void>
  /** Deletes all rows. May be called twice, and after the swap or `suspend`. */
  discard(): Promise<void>
}

/** Rows to put into a generation. */
export interface GenerationRows {
  /**
   * Records with features and keys of the new generation. An inactive record has no link and no keys. A link only names
   * the product; it is not stored.
   */
  readonly records: readonly StoredRecord[]
  /** Products with terms and rank of the new generation. */
  readonly products: readonly ProductRow[]
  /** Products that were put and are no longer active. */
  readonly endedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  /** Amounts to add to the record counts of words; the counts of a generation start at 0. */
  readonly words: Readonly<Record<string, number>>
  /** Progress after these rows, written together with them. Only the builder reads it. */
  readonly progress?: string
}

/** Returns empty rows to fill in. */
export function emptyGenerationRows(): GenerationRows {
  return { records: [], products: [], endedProducts: [], edges: [], words: {} }
}
