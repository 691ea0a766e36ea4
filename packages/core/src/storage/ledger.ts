import type { SupplierCode } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { Change, Commit, CommitResult } from './commit.ts'
import type {
  AlertRow,
  AlertStatus,
  AliasRow,
  ChangeNumber,
  DecisionRow,
  EdgeRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  RulingRow,
  ScoringRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'
import type { ScoringName } from './scoring-name.ts'

/**
 * The truth of a registry: what was written, in the order it was written.
 *
 * A ledger stores and finds by id; it never scores and never decides. Batch reads take at
 * most `LIMITS.idsPerRead` ids (more is a `validation_failed`), duplicates allowed, and
 * answer in input order with `undefined` where there is nothing. Errors are
 * {@link RegistryError}; `unavailable` may be repeated.
 */
export interface Ledger {
  /**
   * Writes one step. One writer at a time: the ledger takes its head first, checks what was
   * expected, writes, commits. When it resolves, the step is as durable as the ledger is, and
   * an index of the same process has applied it.
   *
   * @throws `validation_failed` when the step contradicts itself: an active record without its
   *   link, an ended one with link or keys, two rows of one id, a product both written and
   *   ended, keys that do not ascend, more than a limit, a base after the head, two decisions of one change or two
   *   new ones, `verifiedBy` without `verified` or the other way round, `endedFrom` of an active record;
   *   `revision_conflict` when an expectation fails, with `details.reason` one of
   *   `record`, `product`, `key`, `alias`, `decision`; `base_too_old` when keys are expected and `base` is further
   *   back than the last `LIMITS.changesWithKeys` changes or than this process remembers;
   *   `index_outdated` when another index version is expected than the ledger holds, `scoring_outdated` when another
   *   scoring is;
   *   `storage_full`. In each case nothing was written.
   */
  commit(commit: Commit): Promise<CommitResult>
  /** The last change, and what the stored keys, features and edges were made by. */
  head(): Promise<LedgerHead>
  /** Active products only. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Whose records they are, of those that have ended as well: less than {@link Ledger.getRecords} reads. */
  suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]>
  bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]>
  /** Ids of earlier schemes. */
  byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]>
  /** The change that each token of a step stands for, while it is remembered (`LIMITS.tokenHours`). */
  byToken(tokens: readonly string[]): Promise<(ChangeNumber | undefined)[]>
  /** One list per record, by ascending other end. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]>
  alerts(query: AlertQuery): Promise<AlertPage>
  /** By id, whatever their status. */
  getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]>
  /** Open alerts of each product: one list per product, by ascending id. */
  openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]>
  /** One list per record, by ascending other end; withdrawn ones included. */
  rulings(ids: readonly RecordId[]): Promise<RulingRow[][]>
  /** One list per product, oldest first. */
  verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]>
  /** By the change they were made in. */
  decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]>
  /** All of them, by id. */
  suppliers(): Promise<SupplierRow[]>
  /** Models and epochs that the registry was scored by; all of them, by name. */
  scorings(): Promise<ScoringRow[]>
  /** All counters that are not 0, by name. */
  counters(): Promise<ReadonlyMap<string, number>>
  /** How many records hold each word; 0 for an unknown one. In input order. */
  words(words: readonly string[]): Promise<number[]>
  /**
   * Every word that at least so many records hold, with how many do, in no particular order. A word of more than
   * `LIMITS.nameCharacters` characters may be missing.
   *
   * @param records - 1 or more.
   */
  commonWords(records: number): Promise<ReadonlyMap<string, number>>
  /**
   * Walks the rows of a kind by ascending id. Fuzzy: a row written meanwhile may or may not be
   * seen. Read `head` first, scan, then apply the feed.
   *
   * @param after - Last id seen; -1 to begin.
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   */
  scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]>
  scanProducts(after: ProductId, limit: number): Promise<ProductRow[]>
  /** As {@link scanRecords}: every product ever minted, active or not. */
  scanLineage(after: ProductId, limit: number): Promise<LineageRow[]>
  /**
   * Walks all alerts, by ascending id. Fuzzy as {@link scanRecords}.
   *
   * @param after - Last id seen; undefined to begin.
   */
  scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]>
  /**
   * Walks all aliases, in an order of the ledger's own that does not change. Fuzzy as {@link scanRecords}.
   *
   * @param after - Last alias seen; undefined to begin.
   */
  scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]>
  /** As {@link scanRecords}: every decision, by ascending change; begin with 0. */
  scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]>
  /**
   * Walks the records of one supplier, ended ones included, in an order of the ledger's own that does not change.
   * Fuzzy as {@link scanRecords}.
   *
   * @param after - Last code seen; undefined to begin.
   */
  scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]>
  /**
   * The feed: changes after a number, oldest first, without gaps.
   *
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   * @throws `changes_expired` when the feed no longer reaches back to `after`, and when `after` is
   *   beyond the head: whoever asks followed another registry, or this one before it was restored.
   */
  changes(after: ChangeNumber, limit: number): Promise<Change[]>
  /**
   * Whether rows may lead to others that are not there yet, as those of a copy do while it takes in what came since. Absent
   * where each step shows whole.
   */
  isCatchingUp?(): boolean
}

/** How far a ledger is, and by what rules and scoring it was made. */
export interface LedgerHead {
  readonly change: ChangeNumber
  /** `INTEGER-CHECKSUM` of the tables that made keys and features; absent while the ledger is empty. */
  readonly indexVersion?: string
  /** By what its edges, groups and links were decided; absent while nobody said. */
  readonly scoring?: ScoringName
}

/** A record with its link; a record that ended has none. */
export interface StoredRecord {
  readonly row: RecordRow
  readonly link?: LinkRow
}

/** A code of a supplier with its record. */
export interface CodeEntry {
  readonly code: string
  readonly recordId: RecordId
}

/** Which alert rows are asked for, in what order. */
export interface AlertQuery {
  /** Every status when absent. */
  readonly status?: AlertStatus
  /** Alerts of this product only. */
  readonly product?: ProductId
  /** One alert by its id. */
  readonly id?: string
  /** Highest first, `detectedAt` newest first; ties by ascending id. */
  readonly order: 'gain' | 'confidence' | 'detectedAt'
  /** 0 or more. */
  readonly offset: number
  /** 1 to `LIMITS.rowsPerPage`. */
  readonly limit: number
}

/** A page of alert rows, and how many there are. */
export interface AlertPage {
  readonly total: number
  readonly alerts: readonly AlertRow[]
}
