import type { SupplierCode } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { AlertFilter, AlertGroups, AlertPage, AlertQuery } from './alert-query.ts'
import type { Change, Commit, CommitResult } from './commit.ts'
import type { ModelVersion } from './model-version.ts'
import type {
  AlertRow,
  AliasRow,
  ChangeNumber,
  ConcordanceRow,
  DecisionKind,
  DecisionRow,
  DetailsContent,
  EdgeRow,
  ImportRow,
  JudgementRow,
  LineageRow,
  LinkRow,
  ModelVersionRow,
  ProductRow,
  RecordId,
  RecordRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'

/**
 * The source of truth of a registry: all transactions in their order.
 *
 * A ledger stores and finds rows by id; it never scores and never decides. Batch reads accept at most
 * `LIMITS.idsPerRead` ids (otherwise `validation_failed`); duplicates are allowed. Batch reads return rows in input
 * order, and `undefined` for an id without a row. Errors are {@link RegistryError}; the caller may retry after
 * `unavailable`.
 */
export interface Ledger {
  /**
   * Writes one transaction. One writer at a time: the ledger locks its head, checks the preconditions, writes and
   * commits. After the call resolves, the transaction is as durable as the ledger, and an index of the same process has
   * applied it.
   *
   * @throws The following errors. After each error, nothing was written.
   * - `validation_failed` if the transaction contradicts itself: an active record without its link or with `formerProduct`,
   *   an inactive record with link or keys, two rows of one id, a product both written and deactivated. Also for keys
   *   that do not ascend, more than a limit, a read version after the head, two decisions of one change, two new
   *   decisions, and `verifiedBy` without `verified` or vice versa. Also for details that are too long, of a record
   *   that is not in the transaction, or that do not fit `detailed` of the record; see `Commit.details`.
   * - `revision_conflict` if a precondition fails, with `details.reason` `record`, `product`, `key`, `alias` or
   *   `decision`.
   * - `read_version_too_old` if there are preconditions on keys and `readVersion` is too old: before the last
   *   `LIMITS.changesWithKeys` changes, or before the changes that this process remembers.
   * - `index_outdated` or `model_outdated` if the ledger has another index version or model version than expected.
   * - `storage_full`.
   */
  commit(commit: Commit): Promise<CommitResult>
  /** Returns the last change, with the index version and the model version of the stored keys, features and edges. */
  head(): Promise<LedgerHead>
  /** Returns products by id; only active products. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /**
   * Returns the suppliers of records, including inactive records. This method is cheaper than {@link
   * Ledger.getRecords}.
   */
  suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]>
  /**
   * Returns the details of records, including inactive records; `undefined` for a record without details. Only callers
   * that show or copy whole records read details.
   */
  details(ids: readonly RecordId[]): Promise<(DetailsContent | undefined)[]>
  bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]>
  /** Returns products by ids of earlier schemes. */
  byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]>
  /** Returns changes by idempotency key. A ledger stores each key for `LIMITS.idempotencyKeyHours`. */
  byIdempotencyKey(idempotencyKeys: readonly string[]): Promise<(ChangeNumber | undefined)[]>
  /** Returns the edges of each record: one list per record, by ascending id of the other record. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]>
  alerts(query: AlertQuery): Promise<AlertPage>
  /**
   * Counts the alerts that fit a filter by group, largest group first, ties by ascending group.
   *
   * @param limit - The maximum number of groups in the result, 1 to `LIMITS.rowsPerPage`.
   */
  alertGroups(filter: AlertFilter, limit: number): Promise<AlertGroups>
  /** Returns alerts by id, with any status. */
  getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]>
  /** Returns the open alerts of each product: one list per product, by ascending id. */
  openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]>
  /**
   * Returns the judgements of each record, including withdrawn judgements: one list per record, by ascending id of the
   * other record.
   */
  judgements(ids: readonly RecordId[]): Promise<JudgementRow[][]>
  /** Returns the history of each product's verification: one list per product, oldest entry first. */
  verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]>
  /** Returns decisions by change number. */
  decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]>
  /**
   * Lists decisions, newest first: by descending time, then by descending change. The work depends on `limit` only, not
   * on the number of stored decisions.
   */
  listDecisions(query: DecisionQuery): Promise<DecisionRow[]>
  /**
   * Counts the decisions of each day, actor and kind, in no particular order. The work depends on the number of days
   * in the range.
   *
   * @param from - The first day in UTC, as `YYYY-MM-DD`.
   * @param to - The last day, inclusive.
   */
  countDecisions(from: string, to: string): Promise<DecisionCount[]>
  /** Returns all suppliers, ordered by id. */
  suppliers(): Promise<SupplierRow[]>
  /** Returns rows of the concordances by id. Without any row, the call is cheap: each import makes it for each batch. */
  concordances(ids: readonly string[]): Promise<(ConcordanceRow | undefined)[]>
  /**
   * Returns the summaries of imports of one supplier, newest first.
   *
   * @param before - A change: the result contains only rows of earlier changes. 0 to start at the newest row.
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   */
  imports(supplier: string, before: ChangeNumber, limit: number): Promise<ImportRow[]>
  /** Returns all models and term-frequency versions of the registry, ordered by name. */
  modelVersions(): Promise<ModelVersionRow[]>
  /** Returns all counters that are not 0, by name. */
  counters(): Promise<ReadonlyMap<string, number>>
  /** Returns the number of records with each word, in input order; 0 for a word that no record has. */
  words(words: readonly string[]): Promise<number[]>
  /**
   * Returns all words of at least `records` records, each with its number of records, in no particular order. The
   * result may omit a word of more than `LIMITS.nameCharacters` characters.
   *
   * @param records - Minimum number of records, 1 or more.
   */
  commonWords(records: number): Promise<ReadonlyMap<string, number>>
  /**
   * Scans records by ascending id. A scan is not consistent: rows written during the scan may be missing. For a
   * consistent scan, read `head`, scan, then apply the change feed.
   *
   * @param after - Last id seen; -1 to start.
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   */
  scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]>
  scanProducts(after: ProductId, limit: number): Promise<ProductRow[]>
  /** Scans every product that was ever minted, active or not, like {@link scanRecords}. */
  scanLineage(after: ProductId, limit: number): Promise<LineageRow[]>
  /**
   * Scans all alerts by ascending id, like {@link scanRecords}.
   *
   * @param after - Last id seen; undefined to start.
   */
  scanAlerts(after: string | undefined, limit: number): Promise<AlertRow[]>
  /**
   * Scans all aliases in a fixed order that the ledger chooses, like {@link scanRecords}.
   *
   * @param after - Last alias seen; undefined to start.
   */
  scanAliases(after: string | undefined, limit: number): Promise<AliasRow[]>
  /** Scans all rows of the concordances in a fixed order that the ledger chooses, like {@link scanRecords}. */
  scanConcordances(after: string | undefined, limit: number): Promise<ConcordanceRow[]>
  /** Scans all decisions by ascending change, like {@link scanRecords}. Start with 0. */
  scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]>
  /**
   * Scans the records of one supplier, including inactive records, in a fixed order that the ledger chooses, like
   * {@link scanRecords}.
   *
   * @param after - Last code seen; undefined to start.
   */
  scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]>
  /**
   * Returns the change feed after a change: later changes, oldest first, without gaps.
   *
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   * @throws `changes_expired` if the change feed no longer contains the change after `after`, or if `after` is beyond
   *   the head. In the second case, the caller followed another registry, or this registry before it was restored.
   */
  changes(after: ChangeNumber, limit: number): Promise<Change[]>
  /**
   * Reports whether rows may refer to rows that do not exist yet, as in a copy that is catching up. Absent if every
   * transaction becomes visible as a whole.
   */
  isCatchingUp?(): boolean
}

/** The last change of a ledger, with its index version and model version. */
export interface LedgerHead {
  readonly change: ChangeNumber
  /** The index version as `INTEGER-CHECKSUM`; absent while the ledger is empty. */
  readonly indexVersion?: string
  /** The model version of the ledger's edges, clusters and links; absent until it is set. */
  readonly modelVersion?: ModelVersion
}

/** A record with its link. An inactive record has no link. */
export interface StoredRecord {
  readonly row: RecordRow
  readonly link?: LinkRow
}

/** A supplier code with its record. */
export interface CodeEntry {
  readonly code: string
  readonly recordId: RecordId
}

/** A filter for decision rows, and the position of a page. */
export interface DecisionQuery {
  /** Only decisions of this author. */
  readonly actor?: string
  /** Only decisions of this kind. */
  readonly kind?: DecisionKind
  /** Only decisions at this time or later, in the form of `Date.toISOString`. */
  readonly from?: string
  /** Only decisions before this position in the order of time and change. */
  readonly before?: DecisionPosition
  /** The maximum number of rows, 1 to `LIMITS.rowsPerPage`. */
  readonly limit: number
}

/** A position in the list of decisions. */
export type DecisionPosition = Pick<DecisionRow, 'at' | 'change'>

/** The number of decisions of one author, kind and day. */
export interface DecisionCount {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly day: string
  readonly actor: string
  readonly kind: DecisionKind
  readonly count: number
}
