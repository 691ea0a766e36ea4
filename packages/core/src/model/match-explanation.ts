import type { ExplainedComparison, Explanation } from './match.ts'
import type { NonMatchCode } from './non-match-reasons.ts'
import type { Repair } from './repair.ts'
import type { SupplierCode } from './supplier-record.ts'
import type { Utpid } from './utpid.ts'

/** One of the two items that an explanation compares: a product, a record or an input. */
export type ExplainedSide =
  | {
      readonly kind: 'product'
      readonly requested: Utpid
      readonly status: 'active' | 'merged' | 'deleted' | 'retired'
      /** The active product; null if no active product exists. */
      readonly utpid: Utpid | null
      readonly name: string
      readonly records: number
    }
  | {
      readonly kind: 'record'
      readonly supplier: string
      readonly code: string
      readonly status: 'active' | 'inactive'
      /** The product of the record; null if the record is inactive. */
      readonly utpid: Utpid | null
      readonly name: string
    }
  | { readonly kind: 'input'; readonly name: string | null }

/** The explanation of the score of two records. For two products, of their two most similar records. */
export interface PairEvidence extends Omit<Explanation, 'record'> {
  /** The code of record a; null for an input. */
  readonly a: SupplierCode | null
  readonly b: SupplierCode | null
  /** The confidence of the pair, 0 to 1. */
  readonly confidence: number
  /** The comparisons, as in an {@link Explanation}: `input` contains the value of a, and `record` the value of b. */
  readonly comparisons: readonly ExplainedComparison[]
}

/** A person's judgement of two records. */
export interface NamedJudgement {
  readonly records: readonly [SupplierCode, SupplierCode]
  readonly verdict: 'same' | 'different'
  readonly actor: string
  /** The time of the judgement, ISO 8601 UTC. */
  readonly at: string
  /** The change number of the curator decision, as input for `undo`. */
  readonly change: number
  readonly note?: string
}

/**
 * A reason why a product is curated. Automatic clustering never removes records from a curated product and never merges
 * two curated products.
 */
export type CurationReason =
  | { readonly kind: 'verified'; readonly actor: string; readonly at: string; readonly method: string }
  | { readonly kind: 'pinned'; readonly actor: string; readonly at: string; readonly field: string }
  | { readonly kind: 'judged'; readonly judgement: NamedJudgement }

/** A link between two records of one product. */
export type JoiningLink = {
  readonly from: SupplierCode
  readonly to: SupplierCode
  /** The confidence of the link, 0 to 1; 1 for a person's judgement. */
  readonly confidence: number
} & (
  | {
      readonly method: 'model' | 'identifier'
      readonly weight: number
      readonly model: string
      readonly tfVersion: number
    }
  | { readonly method: 'judgement'; readonly judgement: NamedJudgement }
  /** No pair of records links these records any more, but the product is curated and stays together. */
  | { readonly method: 'curated'; readonly curatedBy: readonly CurationReason[] }
)

interface ExplainedSides {
  readonly a: ExplainedSide
  readonly b: ExplainedSide
  /**
   * True if both items are one product now. For an input, true if the registry would link the input to the other item.
   */
  readonly together: boolean
  /** The evidence of the pair; null if there are no two different records to compare. */
  readonly pair: PairEvidence | null
  /** The repairs of inputs before the comparison. Some of these repairs are proved only by the matching product. */
  readonly repairs: readonly Repair[]
  /** The thresholds of the model: confidences of 0 to 1, and bits. */
  readonly thresholds: {
    readonly match: number
    readonly review: number
    readonly sameSupplierBits: number
  }
  /** The version of the model. */
  readonly model: string
}

/** The explanation why two items are one product. */
export interface MatchExplanation extends ExplainedSides {
  /**
   * The links from a record of a to a record of b, in order. The result is the path through the product whose weakest
   * link is strongest. Empty if the items are not one product, or if an item is an input.
   */
  readonly path: readonly JoiningLink[]
  /** The link of the path with the lowest confidence; null without a path. */
  readonly weakest: JoiningLink | null
  /** The reasons why the common product is curated; empty if it is not curated. */
  readonly curatedBy: readonly CurationReason[]
}

/** The explanation why two items are not one product. */
export interface NonMatchExplanation extends ExplainedSides {
  /**
   * The reasons. The first reason prevented the merge. Each further reason alone would also have prevented the merge,
   * or made it harder. Empty if the items are one product.
   */
  readonly reasons: readonly NonMatchReason[]
}

/** A blocking key of a record. */
export interface ExplainedKey {
  /** The fields from which the key is computed, for example `coordinates`, `name` and `added.pool` for an added field. */
  readonly from: readonly string[]
  /** The words of the name from which the key is computed. */
  readonly words: readonly string[]
  /** The name of the blocking rule, if a schema adds it. */
  readonly rule?: string
  /** Number of records with this key. */
  readonly records: number
  /** The maximum number of records of this key. A lookup skips a key with more records. */
  readonly maxRecords: number
}

/** A pair of other records of the two products, which prevents the merge. */
export interface ForbiddingPair {
  readonly a: SupplierCode
  readonly b: SupplierCode
  readonly by: 'veto' | 'same_supplier'
  /** The match weight in bits. */
  readonly weight: number
}

/** One reason for a non-match, with its {@link NonMatchCode}. */
export type NonMatchReason = {
  readonly [Code in NonMatchCode]: { readonly code: Code } & ReasonDetails[Code]
}[NonMatchCode]

interface ReasonDetails {
  /**
   * The product is deleted or retired, or the record is inactive. `by`, `at` and `change` belong to the decision that
   * deleted the product.
   */
  inactive: {
    readonly side: 'a' | 'b'
    readonly status: 'deleted' | 'retired' | 'inactive'
    readonly deletion: { readonly actor: string; readonly at: string; readonly change: number } | null
  }
  judged_different: {
    /** True if the judgement is about the requested records. */
    readonly direct: boolean
    /** The judgements `different`, at most ten. */
    readonly judgements: readonly NamedJudgement[]
    readonly total: number
    /** The judgements `same` that connect the requested records with the records of the first judgement. */
    readonly through: readonly NamedJudgement[]
  }
  /** The supplier code belongs to another product. `drifted` is true if the content does not fit that product. */
  code_known: { readonly utpid: Utpid; readonly drifted: boolean }
  /** A record is a copy. `of` is the record that represents the copy. */
  copy: { readonly side: 'a' | 'b'; readonly record: SupplierCode }
  no_common_key: { readonly a: readonly ExplainedKey[]; readonly b: readonly ExplainedKey[] }
  skipped_keys: { readonly keys: readonly ExplainedKey[] }
  city_keys_not_used: { readonly keys: readonly ExplainedKey[] }
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
    /** The number of bits that are missing to the threshold. */
    readonly bitsShort: number
    /** The comparisons with the most negative bits, worst first; at most three. */
    readonly costliest: readonly ExplainedComparison[]
    /** The id of the open alert about this pair; null if no alert is open. */
    readonly alertId: string | null
  }
  curated_apart: { readonly a: readonly CurationReason[]; readonly b: readonly CurationReason[] }
  other_pair_forbids: {
    /** The pairs that forbid the merge, at most ten. */
    readonly pairs: readonly ForbiddingPair[]
    readonly total: number
  }
  /** The mean confidence across the two products is too low. `pairs` is the number of pairs behind the mean. */
  clusters_disagree: { readonly mean: number; readonly threshold: number; readonly pairs: number }
  ambiguous: { readonly competingUtpid: Utpid; readonly bitsAhead: number; readonly needs: number }
  other_product: { readonly utpid: Utpid; readonly confidence: number }
  other_code_of_supplier: { readonly codes: readonly SupplierCode[] }
  not_merged_yet: object
  different_profile: {
    readonly a: { readonly category: string | null; readonly profile: string }
    readonly b: { readonly category: string | null; readonly profile: string }
  }
}
