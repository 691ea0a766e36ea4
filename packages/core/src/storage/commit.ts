import type { RegistryEvent } from '../model/registry-event.ts'
import type { ProductId } from '../model/utpid.ts'
import type {
  AlertRow,
  AliasRow,
  BlockingKey,
  ChangeNumber,
  DecisionRow,
  EdgeRemoval,
  EdgeRow,
  LineageRow,
  LinkRow,
  ProductRow,
  RecordId,
  RecordRow,
  RulingRow,
  SupplierRow,
  VerificationRow,
} from './rows.ts'
import type { ScoringName } from './scoring-name.ts'

/**
 * Everything one step of the registry writes: all of it, or nothing.
 *
 * Rows replace the stored row of the same id as a whole. Nothing is ever removed from
 * the ledger but edges, links and the active row of a product that ends; what became of
 * that product stays in its lineage.
 */
export interface Commit {
  /** Names this step. A known token changes nothing and answers with its earlier change number. */
  readonly token?: string
  /** ISO 8601 UTC, the time of the step. */
  readonly at: string
  /** The change after which everything this step rests on was read. */
  readonly base: ChangeNumber
  readonly expect: Expectations
  readonly records: readonly RecordRow[]
  /** Includes the link of every active record in `records`, changed or not. */
  readonly links: readonly LinkRow[]
  /** Records that lose their link because they ended. */
  readonly unlinked: readonly RecordId[]
  readonly products: readonly ProductRow[]
  /** Products that are no longer active: merged, deleted or retired. */
  readonly endedProducts: readonly ProductId[]
  readonly edges: readonly (EdgeRow | EdgeRemoval)[]
  readonly alerts: readonly AlertRow[]
  readonly rulings: readonly RulingRow[]
  readonly lineage: readonly LineageRow[]
  readonly aliases: readonly AliasRow[]
  readonly verifications: readonly VerificationRow[]
  /** At most one that is new, under the change of the step (0); earlier ones when they are taken back. */
  readonly decisions: readonly DecisionRow[]
  readonly suppliers: readonly SupplierRow[]
  /** Amounts to add to the registry's counters, by name. A counter that reaches 0 is forgotten. */
  readonly counters: Readonly<Record<string, number>>
  /** Amounts to add to how many records hold a word, by folded word. */
  readonly words: Readonly<Record<string, number>>
  /** Told to followers with the change, in this order. */
  readonly events: readonly RegistryEvent[]
}

/** What must still be true when the step is written, else `revision_conflict` and nothing happens. */
export interface Expectations {
  /** Revision of each record that the step read or writes; 0 means the id is free. */
  readonly records: readonly (readonly [RecordId, revision: number])[]
  /** Revision of each active product that the step read or writes; 0 means the id was never minted. */
  readonly products: readonly (readonly [ProductId, revision: number])[]
  /**
   * Keys that were asked for: no record that carries one of them may have been written after
   * `base`, and none may have lost one. An absence is an assumption too. A record that only
   * went to another product does not count: the revisions of products see to that.
   */
  readonly keys: readonly BlockingKey[]
  /** Aliases that lead to no product yet. */
  readonly aliases?: readonly string[]
  /** Decisions, by the change they were made in, that nobody has taken back. */
  readonly decisions?: readonly ChangeNumber[]
  /**
   * By which index version its keys, features and terms were made, when it carries any; a ledger
   * that holds another one refuses the step with `index_outdated`.
   */
  readonly indexVersion?: string
  /** By what it was decided; a ledger that is scored by something else refuses the step with `scoring_outdated`. */
  readonly scoring?: ScoringName
}

/** What a commit was numbered. */
export interface CommitResult {
  readonly change: ChangeNumber
  /** True when the token was known and nothing was written. */
  readonly repeated: boolean
}

/**
 * One entry of the feed. It names every row that the step wrote or took away, by id, ascending (texts by code
 * point) and once: a follower reads them as they are now, and so can keep a whole copy.
 */
export interface Change {
  readonly change: ChangeNumber
  /** ISO 8601 UTC. */
  readonly at: string
  readonly token?: string
  /** Those whose row or link was written, and those that lost their link. */
  readonly records: readonly RecordId[]
  readonly products: readonly ProductId[]
  readonly endedProducts: readonly ProductId[]
  /** Both ends of each edge that was written or taken away. */
  readonly edges: readonly RecordId[]
  /** Both ends of each ruling. */
  readonly rulings: readonly RecordId[]
  /** Products whose lineage was written. */
  readonly lineage: readonly ProductId[]
  /** Products whose verification got another step. */
  readonly verifications: readonly ProductId[]
  readonly alerts: readonly string[]
  /** Changes whose decision was written. */
  readonly decisions: readonly ChangeNumber[]
  readonly aliases: readonly string[]
  readonly suppliers: readonly string[]
  readonly events: readonly RegistryEvent[]
}

/** An empty step, to fill in. */
export function emptyCommit(at: string, base: ChangeNumber): Commit {
  return {
    at,
    base,
    expect: { records: [], products: [], keys: [] },
    records: [],
    links: [],
    unlinked: [],
    products: [],
    endedProducts: [],
    edges: [],
    alerts: [],
    rulings: [],
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
