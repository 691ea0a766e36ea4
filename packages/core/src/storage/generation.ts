import type { ProductId } from '../model/utpid.ts'
import type { Commit, CommitResult } from './commit.ts'
import type { StoredRecord } from './ledger.ts'
import type { CandidateColumns, Probe } from './registry-index.ts'
import type { EdgeRemoval, EdgeRow, ProductRow, RecordId } from './rows.ts'

/**
 * A second set of everything that is derived from the records: their features and keys, what
 * products are found by, edges, word counts. It is filled while the present one serves, and
 * takes its place at once. Until then nobody sees anything of it, and nothing of it outlives
 * the process.
 *
 * Whoever fills it gives whole rows, and follows the feed until no row has a later revision: the
 * ledger keeps the rows it was given, and what it was not given is gone after the switch. So a
 * switch is refused when the ledger moved since the last look, or when rows are missing.
 *
 * Ids are read in batches as those of a `Ledger`. After the switch or after `discard` every call
 * is `validation_failed`.
 */
export interface Generation {
  /**
   * Takes rows in, replacing rows of the same id. All of a call or nothing.
   *
   * @throws `storage_full` and what else a write may meet.
   */
  put(rows: GenerationRows): Promise<void>
  /** Records as they were put, with the link that they have now. */
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Products as they were put. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  /** Edges as they were put: one list per record, by ascending other end. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  /** As `RegistryIndex.candidates`, over the records that were put. */
  candidates(probes: readonly Probe[], recordsPerKey: number): Promise<CandidateColumns>
  /**
   * Makes this the generation that serves, in one step with a commit on top of it: both or
   * neither. The commit is checked and written as any other, but takes no token, and `base` must be the head. When
   * it resolves, ledger and index answer from this generation and `head` names its index version.
   * From then on no base before it is good enough for keys that are expected.
   *
   * @throws what `Ledger.commit` throws; `revision_conflict` with `details.reason` `head` when a
   *   step came after `base`; `validation_failed` when records or products of the ledger were
   *   never put. The generation is then as it was, and may be brought up to date.
   */
  switchTo(commit: Commit): Promise<CommitResult>
  /** Lets go of everything that was put. May be called twice, and after the switch. */
  discard(): Promise<void>
}

export interface GenerationRows {
  /**
   * Records with features and keys of the new generation; one that ended has neither link nor
   * keys. The link only tells the product; it is not stored.
   */
  readonly records: readonly StoredRecord[]
  /** Products with terms and rank of the new generation. */
  readonly products: readonly ProductRow[]
  /** Products that were put and are no longer active. */
  readonly endedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  /** Amounts to add to how many records hold a word; counts of a generation begin at 0. */
  readonly words: Readonly<Record<string, number>>
}

/** Nothing to put, to fill in. */
export function emptyGenerationRows(): GenerationRows {
  return { records: [], products: [], endedProducts: [], edges: [], words: {} }
}
