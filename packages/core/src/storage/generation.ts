import type { ProductId } from '../model/utpid.ts'
import type { Commit, CommitResult } from './commit.ts'
import type { StoredRecord } from './ledger.ts'
import type { CandidateColumns, Probe } from './registry-index.ts'
import type { EdgeRemoval, EdgeRow, ProductRow, RecordId, ScoringRow } from './rows.ts'
import type { ScoringName } from './scoring-name.ts'

/** What a generation is made by, and what it brings along: kept with it. */
export interface GenerationPlan {
  readonly indexVersion: string
  /** By what the registry scores from the switch on; as before unless given. */
  readonly scoring?: ScoringName
  /** Put down with the switch, beside the rows that are there. */
  readonly scoringRows?: readonly ScoringRow[]
}

/**
 * A second set of everything that is derived from the records: their features and keys, what
 * products are found by, edges, word counts. It is filled while the present one serves, and
 * takes its place at once. Until then nobody sees anything of it. It can be laid aside and gone on with: what was put is
 * then there as it was, in a durable storage also when the process ended in between, with or without warning.
 *
 * Whoever fills it gives whole rows, and follows the feed until no row has a later revision: the
 * ledger keeps the rows it was given, and what it was not given is gone after the switch. So a
 * switch is refused when the ledger moved since the last look, or when rows are missing.
 *
 * Ids are read in batches as those of a `Ledger`. After the switch, after `keep` or after `discard` every call
 * is `validation_failed`.
 */
export interface Generation {
  /** As it was begun with. */
  readonly plan: GenerationPlan
  /** The last text that came with rows, which says how far it is; undefined when none came. */
  readonly progress: string | undefined
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
   * it resolves, ledger and index answer from this generation, `head` names its index version and scoring, and
   * `scorings` has the rows of its plan.
   * From then on no base before it is good enough for keys that are expected.
   *
   * @throws what `Ledger.commit` throws; `revision_conflict` with `details.reason` `head` when a
   *   step came after `base`; `validation_failed` when records or products of the ledger were
   *   never put. The generation is then as it was, and may be brought up to date.
   */
  switchTo(commit: Commit): Promise<CommitResult>
  /**
   * Lays it aside, for `Storage.resumeGeneration`. One that was never put a progress is discarded: nobody could go on
   * with it. May be called twice, and after the switch.
   */
  keep(): Promise<void>
  /** Lets go of everything that was put. May be called twice, and after the switch or `keep`. */
  discard(): Promise<void>
}

/** What is put into a generation that is being made. */
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
  /** How far it is with these rows: written with them or not at all, and read only by whoever put it. */
  readonly progress?: string
}

/** Nothing to put, to fill in. */
export function emptyGenerationRows(): GenerationRows {
  return { records: [], products: [], endedProducts: [], edges: [], words: {} }
}
