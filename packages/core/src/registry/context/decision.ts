import type { VerificationCheck } from '../../golden-record/verification.ts'
import type { Alias } from '../../model/alias.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { CallOptions } from './check-signal.ts'

export type { VerificationCheck } from '../../golden-record/verification.ts'

/** Who decides, and why. */
export interface DecisionOptions extends CallOptions {
  /** Who decides: 1 to 200 characters; kept with the decision. */
  readonly by: string
  /** Why: at most 2,000 characters. */
  readonly note?: string
  /**
   * Names this decision: repeating it with the same token within {@link LIMITS.tokenHours} hours has one effect and the
   * same report, also when the answer was lost and others have decided since. What changes nothing takes no token.
   */
  readonly token?: string
  /** What becomes of a product that was merged into another one: `follow`, unless given, goes on with that one. */
  readonly merged?: 'follow' | 'refuse'
}

/** A decision about one product. */
export interface ProductDecisionOptions extends DecisionOptions {
  /**
   * Makes the decision only when the product is one of these, at that revision, at the moment it is written; else
   * `precondition_failed`.
   */
  readonly expect?: readonly ProductRevision[]
}

/** A product as somebody read it. */
export interface ProductRevision {
  readonly utpid: string
  readonly revision: number
}

/** How fields of a product are held. */
export interface PinOptions extends ProductDecisionOptions {
  /** Fields that follow the records again, in the same step. */
  readonly free?: readonly string[]
}

/** How two products are merged. */
export interface MergeOptions extends DecisionOptions {
  /** Which of the two goes on; the one with more records, then the older one, unless given. */
  readonly survivor?: string
}

/** How a product is split. */
export interface SplitOptions extends DecisionOptions {
  /** Which part keeps the UTPID: the records named, or the rest; the part with the oldest link unless given. */
  readonly keeps?: 'named' | 'rest'
}

/** How an alert is decided. */
export interface ResolveOptions extends MergeOptions {
  readonly resolution: 'merge' | 'dismiss'
}

/** What a decision did. */
export interface DecisionReport {
  /** The step it was made in: `undo` takes it. The last one there was when there was nothing to do. */
  readonly change: number
  /** Products that it leaves active, those that were asked for first. */
  readonly utpids: readonly Utpid[]
  /** UTPIDs that are no longer active, with the one that answers for them; null when none does. */
  readonly ended: readonly { readonly utpid: Utpid; readonly into: Utpid | null }[]
  /** False when everything was as decided already. */
  readonly changed: boolean
}

/** Fields that a person may hold at a value. */
export type PinnedFields = Readonly<Record<string, unknown>>

/** How a product is verified. */
export interface VerifyOptions extends ProductDecisionOptions {
  /**
   * `manual`: a person has seen to it; `supplier`: a supplier has confirmed it; `checks`: only if all checks pass.
   * `manual` unless given.
   */
  readonly method?: 'manual' | 'supplier' | 'checks'
  /** What it rests on: a document, an address, a call; at most 2,000 characters. */
  readonly evidence?: string
  /** Says what would come of it, and changes nothing. */
  readonly dryRun?: boolean
}

/** What is known of a product after it was verified. */
export interface VerificationReport {
  readonly utpid: Utpid
  readonly verified: boolean
  readonly method: 'manual' | 'supplier' | 'checks' | 'withdrawn' | 'reopened' | null
  readonly verifiedAt: string | null
  readonly verifiedBy: string | null
  readonly checks: readonly VerificationCheck[]
  readonly revision: number
  /** The step it was written in; the last one there was when nothing was written. */
  readonly change: number
}

/** Where a UTPID led at some time. */
export interface Lineage {
  readonly utpid: Utpid
  readonly status: 'unborn' | 'active' | 'merged' | 'deleted' | 'retired'
  /** The product that answered for it then; null when none did. */
  readonly into: Utpid | null
  /** What became of it until then, oldest first. */
  readonly steps: readonly LineageStory[]
  /** Ids of earlier schemes that were given to it. */
  readonly aliases: readonly Alias[]
  /** UTPIDs that were merged into it by then, directly or by way of others, and still are today. */
  readonly absorbed?: readonly Utpid[]
}

/** One thing that became of an id. */
export interface LineageStory {
  readonly change: number
  readonly at: string
  readonly kind: 'minted' | 'merged' | 'unmerged' | 'split' | 'deleted' | 'retired' | 'revived'
  readonly other?: Utpid
}

/** One thing that happened to a product, oldest first. */
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
      /** The change that took it back. */
      readonly undoneBy?: number
      /** Of an undo: the change it took back. */
      readonly undoes?: number
    }
