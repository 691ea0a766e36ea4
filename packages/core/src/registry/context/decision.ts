import type { VerificationCheck } from '../../golden-record/verification.ts'
import type { Alias } from '../../model/alias.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { CallOptions } from './check-signal.ts'

export type { VerificationCheck } from '../../golden-record/verification.ts'

/** Author of a curator decision, and its reason. */
export interface DecisionOptions extends CallOptions {
  /** Author of the decision: 1 to 200 characters, stored with it. */
  readonly by: string
  /** The reason: at most 2,000 characters. */
  readonly note?: string
  /**
   * Idempotency key. If a call repeats it within {@link LIMITS.idempotencyKeyHours} hours, nothing is written, and the
   * call returns the first report. This also holds if the first answer was lost, or after later decisions. A decision
   * that changes nothing does not store its token.
   */
  readonly token?: string
  /** If the product was merged into another one: `follow` uses the other one, `refuse` fails. Default: `follow`. */
  readonly merged?: 'follow' | 'refuse'
}

/** Options of a decision about one product. */
export interface ProductDecisionOptions extends DecisionOptions {
  /**
   * Precondition: when the decision is written, the product is one of these, at the revision in the list. Otherwise the
   * call fails with `precondition_failed`.
   */
  readonly expect?: readonly ProductRevision[]
}

/** A product at the revision that the caller read. */
export interface ProductRevision {
  readonly utpid: string
  readonly revision: number
}

/** Options of `pin`. */
export interface PinOptions extends ProductDecisionOptions {
  /** Fields to unpin in the same transaction. */
  readonly free?: readonly string[]
}

/** Options of `merge`. */
export interface MergeOptions extends DecisionOptions {
  /** The product that stays. Default: the one with more records, then the older one. */
  readonly survivor?: string
}

/** Options of `split`. */
export interface SplitOptions extends DecisionOptions {
  /** The part that keeps the UTPID: the named records or the rest. Default: the part with the oldest link. */
  readonly keeps?: 'named' | 'rest'
}

/** Options of `resolve`. */
export interface ResolveOptions extends MergeOptions {
  readonly resolution: 'merge' | 'dismiss'
}

/** Result of a curator decision. */
export interface DecisionReport {
  /** The change of the decision's transaction, for `undo`. If there was nothing to do, the latest change. */
  readonly change: number
  /** Products of the decision that are active after it, the requested ones first. */
  readonly utpids: readonly Utpid[]
  /** UTPIDs that the decision made inactive, each with its successor; null if there is no successor. */
  readonly ended: readonly { readonly utpid: Utpid; readonly into: Utpid | null }[]
  /** False if the registry already was in the state that the decision requests. */
  readonly changed: boolean
}

/** Values of pinned fields, by field. */
export type PinnedFields = Readonly<Record<string, unknown>>

/** Options of `verify`. */
export interface VerifyOptions extends ProductDecisionOptions {
  /**
   * `manual`: a person has checked the product. `supplier`: a supplier has confirmed it. `checks`: verify only if all
   * checks pass. Default: `manual`.
   */
  readonly method?: 'manual' | 'supplier' | 'checks'
  /** Source of the verification: a document, an address, a call; at most 2,000 characters. */
  readonly evidence?: string
  /** Reports the result without writing it. */
  readonly dryRun?: boolean
}

/** Verification state of a product after the call. */
export interface VerificationReport {
  readonly utpid: Utpid
  readonly verified: boolean
  readonly method: 'manual' | 'supplier' | 'checks' | 'withdrawn' | 'reopened' | null
  readonly verifiedAt: string | null
  readonly verifiedBy: string | null
  readonly checks: readonly VerificationCheck[]
  readonly revision: number
  /** The change of the verification's transaction; the latest change if nothing was written. */
  readonly change: number
}

/** State of a UTPID at a given time. */
export interface Lineage {
  readonly utpid: Utpid
  readonly status: 'unborn' | 'active' | 'merged' | 'deleted' | 'retired'
  /** The successor at that time; null if the UTPID had none. */
  readonly into: Utpid | null
  /** History of the UTPID until that time, oldest first. */
  readonly steps: readonly LineageStory[]
  /** Ids of earlier schemes that lead to this UTPID. */
  readonly aliases: readonly Alias[]
  /** UTPIDs that by then were merged into this one, directly or through others, and still are today. */
  readonly absorbed?: readonly Utpid[]
}

/** One event in the life of an id. */
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
      readonly by: string
      readonly evidence?: string
      readonly note?: string
      readonly checks: readonly VerificationCheck[]
    }
  | {
      readonly type: 'decision'
      readonly change: number
      readonly at: string
      readonly kind: string
      readonly by: string
      readonly note?: string
      /** The change that undid this entry. */
      readonly undoneBy?: number
      /** For an undo: the change that was undone. */
      readonly undoes?: number
    }
