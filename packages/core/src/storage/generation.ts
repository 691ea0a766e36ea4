import type { ProductId } from '../model/utpid.ts'
import type { Commit, CommitResult } from './commit.ts'
import type { StoredRecord } from './ledger.ts'
import type { ModelVersion } from './model-version.ts'
import type { CandidateColumns, KeyLookup } from './registry-index.ts'
import type { EdgeRemoval, EdgeRow, ModelVersionRow, ProductRow, RecordId } from './rows.ts'

/** The rules of an index generation, stored with the generation. */
export interface GenerationPlan {
  readonly indexVersion: string
  /** The model version from the swap on. Default: unchanged. */
  readonly modelVersion?: ModelVersion
  /** The models and term-frequency versions to add with the swap. */
  readonly modelVersionRows?: readonly ModelVersionRow[]
}

/**
 * An index generation: a second set of all data derived from the records (features, keys, search terms, edges, word
 * counts). Reads cannot see the generation while it is built. Then one swap makes it the active generation. A
 * generation can be suspended and resumed: all rows that were put still exist, in a durable storage even after a crash
 * of the process.
 *
 * The builder puts whole rows and follows the change feed until no row has a later revision. The swap keeps only rows
 * that were put. So the storage rejects the swap if the ledger has changed since the last read or if rows are missing.
 *
 * Batches of ids have the limits of a `Ledger`. After the swap, `suspend` or `discard`, every call throws
 * `validation_failed`.
 */
export interface Generation {
  /** The plan with which the generation was started. */
  readonly plan: GenerationPlan
  /** The `progress` text of the last `put` with a progress; undefined without such a `put`. */
  readonly progress: string | undefined
  /**
   * Adds rows and replaces rows of the same id. A call adds all of its rows or none of them.
   *
   * @throws `storage_full` and other write errors.
   */
  put(rows: GenerationRows): Promise<void>
  /** Returns the records that were put, with their current link. */
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Returns the products that were put. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  /** Returns the edges that were put: one list per record, by ascending id of the other record. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  /** Returns candidates like `RegistryIndex.candidates`, from the records that were put. */
  candidates(lookups: readonly KeyLookup[], recordsPerKey: number): Promise<CandidateColumns>
  /**
   * Makes this generation the active generation, in one transaction together with a commit. The ledger checks and
   * writes the commit like any other, but the commit has no idempotency key, and its `readVersion` must be the head.
   * After the call resolves, ledger and index read from this generation, `head` has its index version and model
   * version, and `modelVersions` has the rows of its plan. From then on, preconditions on keys need a `readVersion` at
   * or after the swap.
   *
   * @throws the errors of `Ledger.commit`; `revision_conflict` with `details.reason` `head` if a transaction came after
   *   `readVersion`; `validation_failed` if records or products of the ledger were never put. After such an error, the
   *   generation is unchanged and can be brought up to date.
   */
  swap(commit: Commit): Promise<CommitResult>
  /**
   * Suspends the generation, for `Storage.resumeGeneration`. A generation without any `progress` is discarded, since no
   * process could resume it. Callers may call this method twice, and after the swap.
   */
  suspend(): Promise<void>
  /** Deletes all rows. Callers may call this method twice, and after the swap or `suspend`. */
  discard(): Promise<void>
}

/** The rows to put into a generation. */
export interface GenerationRows {
  /**
   * The records with features and keys of the new generation. An inactive record has no link and no keys. A link only
   * names the product; the generation does not store it. `detailed` is as in the ledger, whose details do not belong to
   * a generation.
   */
  readonly records: readonly StoredRecord[]
  /** The products with terms and rank of the new generation. */
  readonly products: readonly ProductRow[]
  /** The products that were put and are no longer active. */
  readonly removedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  /** The amounts to add to the record counts of words. The counts of a generation start at 0. */
  readonly words: Readonly<Record<string, number>>
  /** The progress after these rows, written together with them. Only the builder reads the progress. */
  readonly progress?: string
}

/** Returns empty rows to fill in. */
export function emptyGenerationRows(): GenerationRows {
  return { records: [], products: [], removedProducts: [], edges: [], words: {} }
}
