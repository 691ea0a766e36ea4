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
   * Idempotency key. Repeating the decision with the same token within {@link LIMITS.idempotencyKeyHours} hours has one effect
   * and returns the same report, also after a lost answer and later decisions. A decision that changes nothing does not
   * store its token.
   */
  readonly token?: string
  /** If the product was merged into another one: use that one, or fail. Default: `follow`. */
  readonly merged?: 'follow' | 'refuse'
}

/** Options of a decision about one product. */
export interface ProductDecisionOptions extends DecisionOptions {
  /**
   * Precondition: at the time of the write, the product is one of these, at that revision. Otherwise the call fails
   * with `precondition_failed`.
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
  /** The change of its transaction, for `undo`. If there was nothing to do, the latest change. */
  readonly change: number
  /** Products that the decision leaves active, the requested ones first. */
  readonly utpids: readonly Utpid[]
  /** UTPIDs that are no longer active, each with its successor; null if it has none. */
  readonly ended: readonly { readonly utpid: Utpid; readonly into: Utpid | null }[]
  /** False if the registry was already in the decided state. */
  readonly changed: boolean
}

/** Fields that a person can pin to a value. */
export type PinnedFields = Readonly<Record<string, unknown>>

/** Options of `verify`. */
export interface VerifyOptions extends ProductDecisionOptions {
  /**
   * `manual`: a person has checked it; `supplier`: a supplier has confirmed it; `checks`: only if all checks pass.
   * Default: `manual`.
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
  /** The change of its transaction; the latest change if nothing was written. */
  readonly change: number
}

/** State of a UTPID at a given time. */
export interface Lineage {
  readonly utpid: Utpid
  readonly status: 'unborn' | 'active' | 'merged' | 'deleted' | 'retired'
  /** The successor at that time; null if there was none. */
  readonly into: Utpid | null
  /** Its history until then, oldest first. */
  readonly steps: readonly LineageStory[]
  /** Ids of earlier schemes that were assigned to it. */
  readonly aliases: readonly Alias[]
  /** UTPIDs that were merged into it by then, directly or through others, and still are today. */
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
      /** The change that undid it. */
      readonly undoneBy?: number
      /** For an undo: the change that it undid. */
      readonly undoes?: number
    }
