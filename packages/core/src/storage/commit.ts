import type { RegistryEvent } from '../model/registry-event.ts'
import type { ProductId } from '../model/utpid.ts'
import type { ModelVersion } from './model-version.ts'
import type {
  AlertRow,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  DecisionRow,
  EdgeRemoval,
  EdgeRow,
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
 * A row replaces the whole stored row of the same id. The ledger removes only edges, links and the active rows of
 * products that are no longer active; their history stays in their lineage.
 */
export interface Commit {
  /** Idempotency key. A known key writes nothing and returns its earlier change number. */
  readonly idempotencyKey?: string
  /** ISO 8601 UTC, the time of the transaction. */
  readonly at: string
  /** Read version: the last change before all reads of this transaction. */
  readonly readVersion: ChangeNumber
  readonly preconditions: Preconditions
  readonly records: readonly RecordRow[]
  /** Links. Must include the link of every active record in `records`, changed or not. */
  readonly links: readonly LinkRow[]
  /** Records that lose their link because they become inactive. */
  readonly unlinked: readonly RecordId[]
  readonly products: readonly ProductRow[]
  /** Products that are no longer active: merged, deleted or retired. */
  readonly endedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  readonly alerts: readonly AlertRow[]
  readonly judgements: readonly JudgementRow[]
  readonly lineage: readonly LineageRow[]
  readonly aliases: readonly AliasRow[]
  readonly verifications: readonly VerificationRow[]
  /** At most one new decision, with change 0 (this transaction), and earlier decisions that it undoes. */
  readonly decisions: readonly DecisionRow[]
  readonly suppliers: readonly SupplierRow[]
  /** Amounts to add to the registry's counters, by name. A counter that reaches 0 is deleted. */
  readonly counters: Readonly<Record<string, number>>
  /** Amounts to add to the record counts of words, by folded word. */
  readonly words: Readonly<Record<string, number>>
  /** Events of the change, in this order. */
  readonly events: readonly RegistryEvent[]
}

/** Preconditions at the moment of writing. If one fails: `revision_conflict`, and nothing is written. */
export interface Preconditions {
  /** Revision of each record that the transaction reads or writes; 0 means the id is free. */
  readonly records: readonly (readonly [RecordId, revision: number])[]
  /** Revision of each active product that the transaction reads or writes; 0 means the id was never minted. */
  readonly products: readonly (readonly [ProductId, revision: number])[]
  /**
   * Keys that were looked up. After `readVersion`, no record with such a key may have been written, and no record may
   * have lost one. So an absence counts as an assumption, too. A record that only moved to another product does not
   * count: the revisions of products cover that.
   */
  readonly keys: readonly BlockingKey[]
  /** Aliases that must not lead to a product yet. */
  readonly aliases?: readonly string[]
  /** Change numbers of decisions that must not be undone. */
  readonly decisions?: readonly ChangeNumber[]
  /**
   * Index version of its keys, features and terms, if it has any. A ledger with another index version rejects the
   * transaction with `index_outdated`.
   */
  readonly indexVersion?: string
  /** Model version of its matches. A ledger with another version rejects the transaction with `model_outdated`. */
  readonly modelVersion?: ModelVersion
}

/** Result of a commit: its change number. */
export interface CommitResult {
  readonly change: ChangeNumber
  /** True if the idempotency key was known and nothing was written. */
  readonly repeated: boolean
}

/**
 * One entry of the change feed. It lists the id of every row that the transaction wrote or removed, without duplicates,
 * in ascending order (texts by code point). A follower reads the current rows of these ids, and so keeps a complete
 * copy.
 */
export interface Change {
  readonly change: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
  readonly token?: string
  /** Records whose row or link was written, or that lost their link. */
  readonly records: readonly RecordId[]
  readonly products: readonly ProductId[]
  readonly endedProducts: readonly ProductId[]
  /** Both ends of each edge that was written or removed. */
  readonly edges: readonly RecordId[]
  /** Both records of each judgement. */
  readonly rulings: readonly RecordId[]
  /** Products whose lineage was written. */
  readonly lineage: readonly ProductId[]
  /** Products with a new verification row. */
  readonly verifications: readonly ProductId[]
  readonly alerts: readonly string[]
  /** Change numbers of the decisions that were written. */
  readonly decisions: readonly ChangeNumber[]
  readonly aliases: readonly string[]
  readonly suppliers: readonly string[]
  readonly events: readonly RegistryEvent[]
}

/** Returns an empty commit to fill in. */
export function emptyCommit(at: string, readVersion: ChangeNumber): Commit {
  return {
    at,
    readVersion,
    preconditions: { records: [], products: [], keys: [] },
    records: [],
    links: [],
    unlinked: [],
    products: [],
    endedProducts: [],
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
