import type { SupplierCode } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'
import type { Change, Commit, CommitResult } from './commit.ts'
import type { ModelVersion } from './model-version.ts'
import type {
  AlertRow,
  AlertStatus,
  AliasRow,
  ChangeNumber,
  DecisionRow,
  EdgeRow,
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
 * A ledger stores and finds rows by id; it never scores and never decides. Batch reads take at most
 * `LIMITS.idsPerRead` ids (else `validation_failed`), duplicates allowed. They return rows in input order, `undefined`
 * for unknown ids. Errors are {@link RegistryError}; the caller may retry after `unavailable`.
 */
export interface Ledger {
  /**
   * Writes one transaction. One writer at a time: the ledger locks its head, checks the preconditions, writes and
   * commits. After it resolves, the transaction is as durable as the ledger, and an index of the same process has
   * applied it.
   *
   * @throws In each case nothing was written.
   *   - `validation_failed` if the transaction contradicts itself: an active record without its link or with
   *     `endedFrom`, an inactive one with link or keys, two rows of one id, a product both written and ended. Also for
   *     keys that do not ascend, more than a limit, a read version after the head, two decisions of one change, two new
   *     decisions, and `verifiedBy` without `verified` or vice versa.
   *   - `revision_conflict` if a precondition fails, with `details.reason` `record`, `product`, `key`, `alias` or
   *     `decision`.
   *   - `read_version_too_old` if there are preconditions on keys and `readVersion` is too old: before the last
   *     `LIMITS.changesWithKeys` changes, or before the changes that this process remembers.
   *   - `index_outdated` or `model_outdated` if the ledger has another index version or model version than expected.
   *   - `storage_full`.
   */
  commit(commit: Commit): Promise<CommitResult>
  /** The last change, with index version and model version of the stored keys, features and edges. */
  head(): Promise<LedgerHead>
  /** Active products only. */
  getProducts(ids: readonly ProductId[]): Promise<(ProductRow | undefined)[]>
  getRecords(ids: readonly RecordId[]): Promise<(StoredRecord | undefined)[]>
  /** Suppliers of records, also of inactive ones: cheaper than {@link Ledger.getRecords}. */
  suppliersOf(ids: readonly RecordId[]): Promise<(string | undefined)[]>
  bySupplierCode(codes: readonly SupplierCode[]): Promise<(RecordId | undefined)[]>
  /** Products by ids of earlier schemes. */
  byAlias(aliases: readonly string[]): Promise<(ProductId | undefined)[]>
  /** Changes by idempotency key, while kept (`LIMITS.idempotencyKeyHours`). */
  byIdempotencyKey(tokens: readonly string[]): Promise<(ChangeNumber | undefined)[]>
  /** Edges of each record: one list per record, by ascending other end. */
  edges(ids: readonly RecordId[]): Promise<EdgeRow[][]>
  lineage(ids: readonly ProductId[]): Promise<(LineageRow | undefined)[]>
  alerts(query: AlertQuery): Promise<AlertPage>
  /** Alerts by id, with any status. */
  getAlerts(ids: readonly string[]): Promise<(AlertRow | undefined)[]>
  /** Open alerts of each product: one list per product, by ascending id. */
  openAlerts(ids: readonly ProductId[]): Promise<AlertRow[][]>
  /** Judgements of each record: one list per record, by ascending other end; withdrawn ones included. */
  judgements(ids: readonly RecordId[]): Promise<JudgementRow[][]>
  /** History of each product's verification: one list per product, oldest first. */
  verifications(ids: readonly ProductId[]): Promise<VerificationRow[][]>
  /** Decisions by change number. */
  decisions(changes: readonly ChangeNumber[]): Promise<(DecisionRow | undefined)[]>
  /** All suppliers, ordered by id. */
  suppliers(): Promise<SupplierRow[]>
  /** All models and term-frequency versions of the registry, ordered by name. */
  modelVersions(): Promise<ModelVersionRow[]>
  /** All counters that are not 0, by name. */
  counters(): Promise<ReadonlyMap<string, number>>
  /** Number of records with each word, in input order; 0 for an unknown word. */
  words(words: readonly string[]): Promise<number[]>
  /**
   * All words of at least `records` records, each with its number of records, in no particular order. A word of more
   * than `LIMITS.nameCharacters` characters may be missing.
   *
   * @param records - Minimum number of records, 1 or more.
   */
  commonWords(records: number): Promise<ReadonlyMap<string, number>>
  /**
   * Scans records by ascending id. Not a snapshot: rows written during the scan may be missing. For a consistent scan,
   * read `head`, scan, then apply the change feed.
   *
   * @param after - Last id seen; -1 to start.
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   */
  scanRecords(after: RecordId, limit: number): Promise<StoredRecord[]>
  scanProducts(after: ProductId, limit: number): Promise<ProductRow[]>
  /** Like {@link scanRecords}, over every product ever minted, active or not. */
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
  /** Like {@link scanRecords}, over all decisions by ascending change; start with 0. */
  scanDecisions(after: ChangeNumber, limit: number): Promise<DecisionRow[]>
  /**
   * Scans the records of one supplier, also inactive ones, in a fixed order that the ledger chooses, like
   * {@link scanRecords}.
   *
   * @param after - Last code seen; undefined to start.
   */
  scanCodes(supplier: string, after: string | undefined, limit: number): Promise<CodeEntry[]>
  /**
   * The change feed: changes after a number, oldest first, without gaps.
   *
   * @param limit - 1 to `LIMITS.rowsPerPage`.
   * @throws `changes_expired` if the feed no longer reaches back to `after`, or if `after` is beyond the head: the
   *   caller followed another registry, or this one before it was restored.
   */
  changes(after: ChangeNumber, limit: number): Promise<Change[]>
  /**
   * Reports whether rows may refer to rows that do not exist yet, as in a copy that is catching up. Absent if every
   * transaction becomes visible as a whole.
   */
  isCatchingUp?(): boolean
}

/** Last change of a ledger, with its index version and model version. */
export interface LedgerHead {
  readonly change: ChangeNumber
  /** `INTEGER-CHECKSUM` of the index rules; absent while the ledger is empty. */
  readonly indexVersion?: string
  /** Model version of its edges, clusters and links; absent until set. */
  readonly modelVersion?: ModelVersion
}

/** A record with its link; an inactive record has none. */
export interface StoredRecord {
  readonly row: RecordRow
  readonly link?: LinkRow
}

/** A code of a supplier with its record. */
export interface CodeEntry {
  readonly code: string
  readonly recordId: RecordId
}

/** Filter and order of alert rows. */
export interface AlertQuery {
  /** Default: every status. */
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

/** A page of alert rows, with the total number. */
export interface AlertPage {
  readonly total: number
  readonly alerts: readonly AlertRow[]
}
