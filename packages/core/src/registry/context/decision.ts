import type { VerificationCheck } from '../../golden-record/verification.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Alias, Utpid } from '../../model/utpid.ts'
import type { CallOptions } from './check-signal.ts'

export type { VerificationCheck } from '../../golden-record/verification.ts'

/** The author of a curator decision, and the reason for the decision. */
export interface DecisionOptions extends CallOptions {
  /** The author of the decision: 1 to 200 characters, stored with the decision. */
  readonly actor: string
  /** The reason: at most 2,000 characters. */
  readonly note?: string
  /**
   * The idempotency key. If a call repeats the key within {@link LIMITS.idempotencyKeyHours} hours, the registry writes
   * nothing and returns the first report. This rule also applies if the first response was lost, or after later
   * decisions. A decision that changes nothing does not store its idempotency key.
   */
  readonly idempotencyKey?: string
  /**
   * The reaction if the product was merged into another product: `follow` uses the other product, `refuse` fails.
   * Default: `follow`.
   */
  readonly merged?: 'follow' | 'reject'
  /** If true, the registry writes nothing. The report shows the effect that the decision would have now. */
  readonly dryRun?: boolean
}

/** The options of a decision about one product. */
export interface ProductDecisionOptions extends DecisionOptions {
  /**
   * A precondition: when the decision is written, the product is in this list and has the listed revision. Otherwise,
   * the call fails with `precondition_failed`.
   */
  readonly preconditions?: readonly ProductRevision[]
}

/** A product with the revision that the caller read. */
export interface ProductRevision {
  readonly utpid: string
  readonly revision: number
}

/** The options of `pin`. */
export interface PinOptions extends ProductDecisionOptions {
  /** The fields to unpin in the same transaction. */
  readonly unpin?: readonly string[]
}

/** The options of `merge`. */
export interface MergeOptions extends DecisionOptions {
  /** The product that stays. Default: the product with more records; at equal numbers, the older product. */
  readonly survivor?: string
}

/** The options of `split`. */
export interface SplitOptions extends DecisionOptions {
  /** The part that keeps the UTPID: the named records or the rest. Default: the part with the oldest link. */
  readonly keep?: 'named' | 'rest'
}

/** The options of `resolve`. */
export interface ResolveOptions extends MergeOptions {
  readonly resolution: 'merge' | 'dismiss'
}

/** The options of `mark`. */
export interface MarkOptions extends CallOptions {
  /** The author of the mark: 1 to 200 characters. */
  readonly actor: string
  /** `proposal` proposes `resolution`. `none` removes the marks of the author. */
  readonly kind: 'unsure' | 'note' | 'proposal' | 'none'
  /** The text: at most 2,000 characters. A `note` needs one. */
  readonly note?: string
  /** The proposed decision; only with `proposal`, which needs it. */
  readonly resolution?: 'merge' | 'dismiss'
}

/** The result of a curator decision. */
export interface DecisionReport {
  /**
   * The number of the decision's change, for `undo`. If the decision changed or wrote nothing, the number of the latest
   * change.
   */
  readonly change: number
  /** The products of the decision that are active after the decision, requested products first. */
  readonly utpids: readonly Utpid[]
  /** The UTPIDs that the decision made inactive, each with its successor; null without a successor. */
  readonly inactive: readonly { readonly utpid: Utpid; readonly into: Utpid | null }[]
  /** False if the registry already was in the state that the decision requests. */
  readonly changed: boolean
  /** Only for a dry run: the active products that the decision would leave or change, requested products first. */
  readonly products?: readonly PreviewedProduct[]
}

/** A product as it would be after a decision. */
export interface PreviewedProduct {
  /** Null for a product that the decision would create. */
  readonly utpid: Utpid | null
  readonly name: string
  readonly verified: boolean
  /** The records of the product, oldest link first. */
  readonly records: readonly (SupplierCode & { readonly name: string })[]
}

/** The values of pinned fields, by field. */
export type PinnedFields = Readonly<Record<string, unknown>>

/** The options of `verify`. */
export interface VerifyOptions extends ProductDecisionOptions {
  /**
   * The method of the verification. `manual`: a person has checked the product. `supplier`: a supplier has confirmed
   * the product. `checks`: verify only if all checks pass. Default: `manual`.
   */
  readonly method?: 'manual' | 'supplier' | 'checks'
  /** The source of the verification, such as a document, an address or a call; at most 2,000 characters. */
  readonly evidence?: string
}

/** The verification state of a product after the call. */
export interface VerificationReport {
  readonly utpid: Utpid
  readonly verified: boolean
  readonly method: 'manual' | 'supplier' | 'checks' | 'withdrawn' | 'reopened' | null
  readonly verifiedAt: string | null
  readonly verifiedBy: string | null
  readonly checks: readonly VerificationCheck[]
  readonly revision: number
  /** The number of the verification's change. If nothing was written, the number of the latest change. */
  readonly change: number
}

/** The state of a UTPID at a given time. */
export interface Lineage {
  readonly utpid: Utpid
  readonly status: 'unknown' | 'active' | 'merged' | 'deleted' | 'retired'
  /** The successor at that time; null if the UTPID had none. */
  readonly into: Utpid | null
  /** The history of the UTPID until that time, oldest entry first. */
  readonly steps: readonly LineageStory[]
  /** The ids of earlier schemes that lead to this UTPID. */
  readonly aliases: readonly Alias[]
  /**
   * The UTPIDs that were merged into this UTPID until that time, directly or through other UTPIDs, and are still merged
   * today.
   */
  readonly mergedIds?: readonly Utpid[]
}

/** One event in the history of an id. */
export interface LineageStory {
  readonly change: number
  readonly at: string
  readonly kind: 'minted' | 'merged' | 'unmerged' | 'split' | 'deleted' | 'retired' | 'revived'
  readonly other?: Utpid
}

/** One event in the history of a product. */
export type HistoryEntry =
  | (LineageStory & { readonly type: 'lineage' })
  | {
      readonly type: 'verification'
      readonly change: number
      readonly at: string
      readonly verified: boolean
      readonly method: string
      readonly actor: string
      readonly evidence?: string
      readonly note?: string
      readonly checks: readonly VerificationCheck[]
    }
  | {
      readonly type: 'decision'
      readonly change: number
      readonly at: string
      readonly kind: string
      readonly actor: string
      readonly note?: string
      /** The change that undid this entry. */
      readonly undoneBy?: number
      /** For an undo, the change that the undo reverted. */
      readonly undoes?: number
    }
