import type { RegistryEvent } from '../model/registry-event.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ModelVersion } from './model-version.ts'
import type {
  AlertRow,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  ConcordanceRow,
  DecisionRow,
  DetailsRow,
  EdgeRemoval,
  EdgeRow,
  ImportKey,
  ImportRow,
  JudgementRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'

/**
 * The writes of one transaction, all or nothing.
 *
 * A row replaces the whole stored row of the same id. The ledger removes only edges, links, details and the active rows
 * of products that are no longer active. The history of such a product stays in its lineage.
 */
export interface Commit {
  /**
   * The idempotency key. If the key exists, the ledger writes nothing and returns the earlier change number of the key.
   */
  readonly idempotencyKey?: string
  /** The time of the transaction, ISO 8601 UTC. */
  readonly at: string
  /** The read version: the last change before all reads of this transaction. */
  readonly readVersion: ChangeNumber
  readonly preconditions: Preconditions
  readonly records: readonly RecordRow[]
  /**
   * The details that change: at most one row for each record in `records`. A record is `detailed` if its row here has
   * content, and not `detailed` if its row here has no content. Without a row here, the record keeps the details that it
   * has, so it must be `detailed` if and only if the stored record is `detailed`; a new record has no details. The
   * ledger rejects any other commit, so that record rows and details never disagree.
   */
  readonly details: readonly DetailsRow[]
  /**
   * The links. This list must include the link of every active record in `records`, whether the link changes or not.
   */
  readonly links: readonly LinkRow[]
  /** The records that lose their link because they become inactive. */
  readonly unlinked: readonly RecordId[]
  readonly products: readonly ProductRow[]
  /** The products that are no longer active: merged, deleted or retired. */
  readonly removedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  readonly alerts: readonly AlertRow[]
  readonly judgements: readonly JudgementRow[]
  readonly lineage: readonly LineageRow[]
  readonly aliases: readonly AliasRow[]
  readonly verifications: readonly VerificationRow[]
  /**
   * At most one new decision, with change 0 (this transaction), and the earlier decisions that the new decision undoes.
   */
  readonly decisions: readonly DecisionRow[]
  readonly suppliers: readonly SupplierRow[]
  /** Rows of the concordances, each id once. The ledger notes their keys (`concordanceKey`) as touched. */
  readonly concordances?: readonly ConcordanceRow[]
  /** The summaries of imports; change 0 is this transaction. Absent without summaries. */
  readonly imports?: readonly ImportRow[]
  /** The amounts to add to the registry's counters, by name. The ledger deletes a counter that reaches 0. */
  readonly counters: Readonly<Record<string, number>>
  /** The amounts to add to the record counts of words, by folded word. */
  readonly words: Readonly<Record<string, number>>
  /** The events of the change, in this order. */
  readonly events: readonly RegistryEvent[]
}

/**
 * The preconditions of a write, checked at the time of writing. If a precondition fails, the commit fails with
 * `revision_conflict` and writes nothing.
 */
export interface Preconditions {
  /** The revision of each record that the transaction reads or writes; 0 means that the id is free. */
  readonly records: readonly (readonly [RecordId, revision: number])[]
  /** The revision of each active product that the transaction reads or writes; 0 means that the id was never minted. */
  readonly products: readonly (readonly [ProductId, revision: number])[]
  /**
   * The keys that were looked up, and `concordanceKey` of codes whose sets were read. After `readVersion`, no transaction may have written a record with such a key, or
   * removed such a key from a record. So the absence of records is also a precondition. A record that only moved to
   * another product does not count: the revisions of products cover this case.
   */
  readonly keys: readonly BlockingKey[]
  /** The aliases that must not lead to a product yet. */
  readonly aliases?: readonly string[]
  /** The change numbers of decisions that must not be undone. */
  readonly decisions?: readonly ChangeNumber[]
  /**
   * The index version of the transaction's keys, features and terms, if the transaction has any. A ledger with another
   * index version rejects the transaction with `index_outdated`.
   */
  readonly indexVersion?: string
  /**
   * The model version of the transaction's matches. A ledger with another model version rejects the transaction with
   * `model_outdated`.
   */
  readonly modelVersion?: ModelVersion
}

/** The result of a commit, with its change number. */
export interface CommitResult {
  readonly change: ChangeNumber
  /** True if the idempotency key already existed, so that nothing was written. */
  readonly repeated: boolean
}

/**
 * One entry of the change feed. The entry lists the id of every row that the transaction wrote or removed, without
 * duplicates, in ascending order (texts by code point). A follower reads the current rows of these ids. So its copy
 * stays complete.
 */
export interface Change {
  readonly change: ChangeNumber
  /** The time of the change, ISO 8601 UTC. */
  readonly changedAt: string
  readonly idempotencyKey?: string
  /** The records whose row, details or link were written, or that lost their link. */
  readonly records: readonly RecordId[]
  readonly products: readonly ProductId[]
  readonly removedProducts: readonly ProductId[]
  /** Both ends of each edge that was written or removed. */
  readonly edges: readonly RecordId[]
  /** Both records of each judgement that was written. */
  readonly judgements: readonly RecordId[]
  /** The products whose lineage was written. */
  readonly lineage: readonly ProductId[]
  /** The products with a new verification row. */
  readonly verifications: readonly ProductId[]
  readonly alerts: readonly string[]
  /** The change numbers of the decisions that were written. */
  readonly decisions: readonly ChangeNumber[]
  readonly aliases: readonly string[]
  readonly suppliers: readonly string[]
  /** The ids of the rows of the concordances that were written or removed; absent without any. */
  readonly concordances?: readonly string[]
  /** The import rows that were written; absent without import rows. */
  readonly imports?: readonly ImportKey[]
  readonly events: readonly RegistryEvent[]
}

/** Returns an empty commit to fill in. */
export function emptyCommit(at: string, readVersion: ChangeNumber): Commit {
  return {
    at,
    readVersion,
    preconditions: { records: [], products: [], keys: [] },
    records: [],
    details: [],
    links: [],
    unlinked: [],
    products: [],
    removedProducts: [],
    edges: [],
    alerts: [],
    judgements: [],
    lineage: [],
    aliases: [],
    verifications: [],
    decisions: [],
    suppliers: [],
    counters: {},
    words: {},
    events: [],
  }
}
