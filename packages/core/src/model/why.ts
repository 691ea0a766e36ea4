import type { ExplainedComparison, Explanation } from './match.ts'
import type { Repair } from './repair.ts'
import type { SupplierCode } from './supplier-record.ts'
import type { Utpid } from './utpid.ts'
import type { WhyNotCode } from './why-not-reasons.ts'

/** One of the two that were asked about. */
export type AskedSide =
  | {
      readonly kind: 'product'
      readonly asked: Utpid
      readonly status: 'active' | 'merged' | 'deleted' | 'retired'
      /** The active product; null when there is none any more. */
      readonly utpid: Utpid | null
      readonly name: string
      readonly records: number
    }
  | {
      readonly kind: 'record'
      readonly supplier: string
      readonly code: string
      readonly status: 'active' | 'ended'
      /** The product it is with; null when it has ended. */
      readonly utpid: Utpid | null
      readonly name: string
    }
  | { readonly kind: 'input'; readonly name: string | null }

/** Why two records score as they do; of products the two that look most alike. */
export interface PairEvidence extends Omit<Explanation, 'record'> {
  /** Null for an input. */
  readonly a: SupplierCode | null
  readonly b: SupplierCode | null
  /** 0 to 1. */
  readonly confidence: number
  /**
   * As in an {@link Explanation}: `input` is what a says, `record` what b says.
   */
  readonly comparisons: readonly ExplainedComparison[]
}

/** A ruling of a person on two records. */
export interface NamedRuling {
  readonly records: readonly [SupplierCode, SupplierCode]
  readonly verdict: 'same' | 'different'
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** The decision that made it; `undo` takes it. */
  readonly change: number
  readonly note?: string
}

/** What makes a product one that people keep: the machine takes no record away from it, nor merges it with another kept one. */
export type Keeping =
  | { readonly kind: 'verified'; readonly by: string; readonly at: string; readonly method: string }
  | { readonly kind: 'pinned'; readonly by: string; readonly at: string; readonly field: string }
  | { readonly kind: 'ruled'; readonly ruling: NamedRuling }

/** What joins two records of one product. */
export type JoiningLink = {
  readonly from: SupplierCode
  readonly to: SupplierCode
  /** 0 to 1; of a person's word 1. */
  readonly confidence: number
} & (
  | { readonly method: 'model' | 'identifier'; readonly weight: number; readonly model: string; readonly epoch: number }
  | { readonly method: 'ruling'; readonly ruling: NamedRuling }
  /** No pair of records joins them any more: people keep the product as it is. */
  | { readonly method: 'kept'; readonly keptBy: readonly Keeping[] }
)

interface Asked {
  readonly a: AskedSide
  readonly b: AskedSide
  /** Whether they are one product now; with an input, whether it would be linked to it. */
  readonly together: boolean
  /** Null when there are no two different records to compare. */
  readonly pair: PairEvidence | null
  /** What was put right in inputs before they were compared, also what only the product proves that it then matches. */
  readonly repairs: readonly Repair[]
  /** Of the model: confidences of 0 to 1, and bits. */
  readonly thresholds: {
    readonly match: number
    readonly review: number
    readonly marginBits: number
    readonly sameSupplierBits: number
  }
  /** Version of the model. */
  readonly model: string
}

/** Why two are one product. */
export interface Why extends Asked {
  /**
   * The links that join a record of a with one of b, in order: of all ways through the product the one whose weakest link
   * is strongest. Empty when they are not together, or one of them is an input.
   */
  readonly path: readonly JoiningLink[]
  /** The link of the path with the lowest confidence; null without a path. */
  readonly weakest: JoiningLink | null
  /** What makes people keep the product that both are with; empty when nothing does. */
  readonly keptBy: readonly Keeping[]
}

/** Why two are not one product. */
export interface WhyNot extends Asked {
  /** The first is what stopped it; the others would have stopped it too, or made it harder. Empty when they are together. */
  readonly reasons: readonly WhyNotReason[]
}

/** A key that a record is found by. */
export interface ExplainedKey {
  /** What it is made of, for example `coordinates` and `name`. */
  readonly from: readonly string[]
  /** Words of the name in it. */
  readonly words: readonly string[]
  /** Records that carry it. */
  readonly records: number
  /** Records that it may be on to be asked. */
  readonly most: number
}

/** Two other records of the two products. */
export interface ForbiddingPair {
  readonly a: SupplierCode
  readonly b: SupplierCode
  readonly by: 'veto' | 'same_supplier'
  /** Match weight in bits. */
  readonly weight: number
}

/** One reason, by its {@link WhyNotCode}. */
export type WhyNotReason = {
  readonly [Code in WhyNotCode]: { readonly code: Code } & ReasonDetails[Code]
}[WhyNotCode]

interface ReasonDetails {
  /** `by`, `at` and `change` are those of the decision that deleted it. */
  gone: {
    readonly side: 'a' | 'b'
    readonly status: 'deleted' | 'retired' | 'ended'
    readonly deletion: { readonly by: string; readonly at: string; readonly change: number } | null
  }
  ruled_different: {
    /** Whether the ruling is on records that were asked about. */
    readonly direct: boolean
    /** At most ten of the rulings of different. */
    readonly rulings: readonly NamedRuling[]
    readonly total: number
    /** Rulings of same that lead from the records asked about to those of the first ruling. */
    readonly through: readonly NamedRuling[]
  }
  /** `drifted`: the content says something else than the product of the code. */
  code_known: { readonly utpid: Utpid; readonly drifted: boolean }
  /** `of`: the record that stands for it. */
  copy: { readonly side: 'a' | 'b'; readonly of: SupplierCode }
  no_common_key: { readonly a: readonly ExplainedKey[]; readonly b: readonly ExplainedKey[] }
  crowded_keys: { readonly keys: readonly ExplainedKey[] }
  city_not_asked: { readonly keys: readonly ExplainedKey[] }
  vetoed: { readonly comparisons: readonly ExplainedComparison[] }
  same_supplier: {
    readonly supplier: string
    readonly weight: number
    readonly needs: number
    readonly bitsShort: number
  }
  below_match: {
    readonly confidence: number
    readonly threshold: number
    /** Bits that are missing to the threshold. */
    readonly bitsShort: number
    /** The comparisons that took the most bits, worst first; at most three. */
    readonly costliest: readonly ExplainedComparison[]
    /** The open alert that asks a person; null when there is none. */
    readonly alertId: string | null
  }
  kept_apart: { readonly a: readonly Keeping[]; readonly b: readonly Keeping[] }
  other_pair_forbids: {
    /** At most ten. */
    readonly pairs: readonly ForbiddingPair[]
    readonly total: number
  }
  /** `pairs`: how many the mean is over. */
  groups_disagree: { readonly mean: number; readonly threshold: number; readonly pairs: number }
  ambiguous: { readonly rival: Utpid; readonly bitsAhead: number; readonly needs: number }
  other_product: { readonly utpid: Utpid; readonly confidence: number }
  other_code_of_supplier: { readonly codes: readonly SupplierCode[] }
  joined_otherwise: object
  different_profile: {
    readonly a: { readonly category: string | null; readonly profile: string }
    readonly b: { readonly category: string | null; readonly profile: string }
  }
}
