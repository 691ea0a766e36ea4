import type { ErrorCode } from './error-codes.ts'
import type { MatchReason } from './match-reasons.ts'
import type { Coordinates } from './place.ts'
import type { Rejection, Repair } from './repair.ts'
import type { Utpid } from './utpid.ts'

/**
 * The decision about an input. `match`: link the input to the product. `review`: a person must decide. `none`: no
 * product fits.
 */
export type MatchDecision = 'match' | 'review' | 'none'

/** The method that found the best product: an existing supplier code, an equal identifier or the score of the model. */
export type MatchMethod = 'supplier_code' | 'identifier' | 'model'

/** The result of one input. */
export interface MatchResult {
  /** The `ref` of the input; null if the input has no `ref`. */
  readonly ref: string | null
  /** The decision; null if the input is invalid. Then `error` contains the reason. */
  readonly decision: MatchDecision | null
  /** The method that found the best product; null without a best product. */
  readonly method: MatchMethod | null
  /** The product to which the input should be linked; null unless the decision is `match`. */
  readonly utpid: Utpid | null
  /** Confidence of the best product, 0 to 1; 0 without candidates. */
  readonly confidence: number
  /** The minimum confidences of the model for `match` and `review`. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** The candidate products, best first. */
  readonly matches: readonly Match[]
  readonly reason: MatchReason | null
  /**
   * The number of keys of the input that were skipped because too many records have them. With reason `skipped_keys`, no
   * other key found a candidate: add a street, a phone or rarer words.
   */
  readonly skippedKeys: number
  /** The missing fields that would help most, strongest first. */
  readonly missingEvidence: readonly MissingEvidence[]
  /** The repairs of the input before matching. */
  readonly repairs: readonly Repair[]
  /** The version of the model. */
  readonly model: string
  /** The reason why the input was not matched. Present if and only if `decision` is null. */
  readonly error?: Rejection | { readonly code: ErrorCode; readonly message: string }
}

/** A candidate product of the input. */
export interface Match {
  readonly utpid: Utpid
  readonly name: string
  readonly category: string
  readonly location: { readonly city: string; readonly country: string; readonly coordinates: Coordinates | null }
  readonly verified: boolean
  /** The confidence of the product's best record, 0 to 1. */
  readonly confidence: number
  /** The suppliers of the product, sorted by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** The number of open duplicate alerts about the product. */
  readonly duplicates: number
  /** The explanation; present if requested. */
  readonly explanation?: Explanation
}

/**
 * An explanation of a confidence. The prior, the bits of all comparisons and the bits of the competition add up to
 * `weight`.
 */
export interface Explanation {
  /** The comparisons that counted, strongest first: `+name +distance -number`. */
  readonly signature: string
  /** The match weight in bits. */
  readonly weight: number
  /** The bits of a candidate pair before any comparison. */
  readonly prior: number
  /** True if a veto capped the confidence regardless of the weight. */
  readonly vetoed: boolean
  readonly comparisons: readonly ExplainedComparison[]
  /** The standing among competing candidates; null if the pair does not compete. */
  readonly competition: ExplainedCompetition | null
  /** The supplier and code of the compared record. */
  readonly record: { readonly supplier: string; readonly code: string }
}

/**
 * How the weight of a pair compares with the strongest competing candidate, best first. `alone` means that no candidate
 * competes. Equal weights are `behind`: then nothing shows which of the two candidates is meant.
 */
export const COMPETITION_LEVELS = ['alone', 'far_ahead', 'ahead', 'behind', 'far_behind'] as const
/** The level of a pair among its competing candidates, see {@link COMPETITION_LEVELS}. */
export type CompetitionLevel = (typeof COMPETITION_LEVELS)[number]

/** The standing of a pair among other candidates of the same suppliers. */
export interface ExplainedCompetition {
  readonly level: CompetitionLevel
  /** The bits that the level adds to the match weight. */
  readonly bits: number
  /** The strongest competing record; null if no record competes. */
  readonly record: { readonly supplier: string; readonly code: string } | null
}

/** The level and bits of one comparison. */
export interface ExplainedComparison {
  /** The name of the comparison, such as `name` or `distance`. */
  readonly name: string
  /** The level of the pair, such as `within_30_m`. */
  readonly level: string
  /** The bits that the level adds to the match weight. A value below 0 is evidence against a match. */
  readonly bits: number
  /** The value of each record; null if missing. */
  readonly input: string | null
  readonly record: string | null
}

/** A field of the best product that the input lacks. */
export interface MissingEvidence {
  /** The name of the comparison. */
  readonly field: string
  /** The bits that the field adds if it agrees with the best product. */
  readonly bits: number
  /** The bits of the field in the worst case of disagreement; 0 or less. */
  readonly bitsAgainst: number
  /**
   * The bits that an agreeing field adds to the lead of the best product over the next product; 0 or less if the next
   * product has the same value. Null if no second product is likely.
   */
  readonly bitsAhead: number | null
  /** True if an agreeing field alone is enough for `match`. */
  readonly enough: boolean
}
