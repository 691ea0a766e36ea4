import type { ExplainedComparison, Explanation } from './match.ts'
import type { NonMatchCode } from './non-match-reasons.ts'
import type { Repair } from './repair.ts'
import type { SupplierCode } from './supplier-record.ts'
import type { Utpid } from './utpid.ts'

/** One of the two sides of an explanation. */
export type ExplainedSide =
  | {
      readonly kind: 'product'
      readonly asked: Utpid
      readonly status: 'active' | 'merged' | 'deleted' | 'retired'
      /** The active product; null if there is none. */
      readonly utpid: Utpid | null
      readonly name: string
      readonly records: number
    }
  | {
      readonly kind: 'record'
      readonly supplier: string
      readonly code: string
      readonly status: 'active' | 'ended'
      /** Its product; null if the record ended. */
      readonly utpid: Utpid | null
      readonly name: string
    }
  | { readonly kind: 'input'; readonly name: string | null }

/** Explains the score of two records; for products, of the two most similar records. */
export interface PairEvidence extends Omit<Explanation, 'record'> {
  /** Null for an input. */
  readonly a: SupplierCode | null
  readonly b: SupplierCode | null
  /** 0 to 1. */
  readonly confidence: number
  /** As in an {@link Explanation}: `input` holds the value of a, `record` the value of b. */
  readonly comparisons: readonly ExplainedComparison[]
}

/** A person's judgement of two records. */
export interface NamedJudgement {
  readonly records: readonly [SupplierCode, SupplierCode]
  readonly verdict: 'same' | 'different'
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** Number of its curator decision, as input for `undo`. */
  readonly change: number
  readonly note?: string
}

/**
 * A reason why a product is curated. The machine neither removes records from it nor merges it with another curated
 * product.
 */
export type CurationReason =
  | { readonly kind: 'verified'; readonly by: string; readonly at: string; readonly method: string }
  | { readonly kind: 'pinned'; readonly by: string; readonly at: string; readonly field: string }
  | { readonly kind: 'ruled'; readonly ruling: NamedJudgement }

/** A link between two records of one product. */
export type JoiningLink = {
  readonly from: SupplierCode
  readonly to: SupplierCode
  /** 0 to 1; 1 for a person's judgement. */
  readonly confidence: number
} & (
  | { readonly method: 'model' | 'identifier'; readonly weight: number; readonly model: string; readonly epoch: number }
  | { readonly method: 'ruling'; readonly ruling: NamedJudgement }
  /** No pair of records links them any more, but the product is curated and stays together. */
  | { readonly method: 'kept'; readonly keptBy: readonly CurationReason[] }
)

interface ExplainedSides {
  readonly a: ExplainedSide
  readonly b: ExplainedSide
  /** Whether both sides are one product now. For an input: whether the input would be linked to the other side. */
  readonly together: boolean
  /** Null if there are no two different records to compare. */
  readonly pair: PairEvidence | null
  /** Repairs of inputs before the comparison, including those proved only by the matching product. */
  readonly repairs: readonly Repair[]
  /** Thresholds of the model: confidences of 0 to 1, and bits. */
  readonly thresholds: {
    readonly match: number
    readonly review: number
    readonly marginBits: number
    readonly sameSupplierBits: number
  }
  /** Version of the model. */
  readonly model: string
}

/** Explains why two sides are one product. */
export interface MatchExplanation extends ExplainedSides {
  /**
   * The links from a record of a to a record of b, in order. The path is the one through the product whose weakest link
   * is strongest. Empty if the sides are not one product, or one is an input.
   */
  readonly path: readonly JoiningLink[]
  /** The link of the path with the lowest confidence; null if there is no path. */
  readonly weakest: JoiningLink | null
  /** Reasons why their common product is curated; empty if there are none. */
  readonly keptBy: readonly CurationReason[]
}

/** Explains why two sides are not one product. */
export interface NonMatchExplanation extends ExplainedSides {
  /**
   * The first reason prevented the merge. The others would have prevented it too, or made it harder. Empty if the sides
   * are one product.
   */
  readonly reasons: readonly NonMatchReason[]
}

/** A blocking key of a record. */
export interface ExplainedKey {
  /** Fields from which the key is computed, for example `coordinates` and `name`. */
  readonly from: readonly string[]
  /** Words of the name from which the key is computed. */
  readonly words: readonly string[]
  /** Number of records with this key. */
  readonly records: number
  /** Maximum records of this key. A lookup skips a key with more records. */
  readonly most: number
}

/** A pair of other records of the two products, which prevents the merge. */
export interface ForbiddingPair {
  readonly a: SupplierCode
  readonly b: SupplierCode
  readonly by: 'veto' | 'same_supplier'
  /** Match weight in bits. */
  readonly weight: number
}

/** One reason, by its {@link NonMatchCode}. */
export type NonMatchReason = {
  readonly [Code in NonMatchCode]: { readonly code: Code } & ReasonDetails[Code]
}[NonMatchCode]

interface ReasonDetails {
  /** `by`, `at` and `change` belong to the decision that deleted it. */
  gone: {
    readonly side: 'a' | 'b'
    readonly status: 'deleted' | 'retired' | 'ended'
    readonly deletion: { readonly by: string; readonly at: string; readonly change: number } | null
  }
  ruled_different: {
    /** Whether the judgement is about the requested records. */
    readonly direct: boolean
    /** Judgements `different`, at most ten. */
    readonly rulings: readonly NamedJudgement[]
    readonly total: number
    /** Judgements `same` that connect the requested records to those of the first judgement. */
    readonly through: readonly NamedJudgement[]
  }
  /** `drifted`: the content does not fit the product of the code. */
  code_known: { readonly utpid: Utpid; readonly drifted: boolean }
  /** `of`: the record that represents the copy. */
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
    /** Bits missing to the threshold. */
    readonly bitsShort: number
    /** The comparisons with the most negative bits, worst first; at most three. */
    readonly costliest: readonly ExplainedComparison[]
    /** The open alert about this pair; null if there is none. */
    readonly alertId: string | null
  }
  kept_apart: { readonly a: readonly CurationReason[]; readonly b: readonly CurationReason[] }
  other_pair_forbids: {
    /** At most ten. */
    readonly pairs: readonly ForbiddingPair[]
    readonly total: number
  }
  /** `pairs`: number of pairs behind the mean. */
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
