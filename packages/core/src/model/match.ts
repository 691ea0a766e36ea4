import type { ErrorCode } from './error-codes.ts'
import type { MatchReason } from './match-reasons.ts'
import type { Coordinates } from './place.ts'
import type { Rejection, Repair } from './repair.ts'
import type { Utpid } from './utpid.ts'

/** `match`: link it. `review`: a person should decide. `none`: no product fits. */
export type MatchDecision = 'match' | 'review' | 'none'

/** How the best product was found: by a known supplier code, an equal identifier or the score of the model. */
export type MatchMethod = 'supplier_code' | 'identifier' | 'model'

/** Result of one input. */
export interface MatchResult {
  /** The `ref` of the input, or null. */
  readonly ref: string | null
  /** Null if the input is invalid; `error` then gives the reason. */
  readonly decision: MatchDecision | null
  /** How the best product was found; null if there is none. */
  readonly method: MatchMethod | null
  /** The product to link to; null unless the decision is `match`. */
  readonly utpid: Utpid | null
  /** Confidence of the best product, 0 to 1; 0 without candidates. */
  readonly confidence: number
  /** Minimum confidences of the model for `match` and `review`. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** Best first. */
  readonly matches: readonly Match[]
  readonly reason: MatchReason | null
  /**
   * Number of keys of the input that were skipped because too many records have them. With reason `crowded`, no other
   * key found a candidate: add a street, a phone or rarer words.
   */
  readonly skippedKeys: number
  /** Missing fields that would help most, strongest first. */
  readonly wouldHelp: readonly MissingEvidence[]
  /** Repairs of the input before matching. */
  readonly repairs: readonly Repair[]
  /** Version of the model. */
  readonly model: string
  /** Reason that the input was not matched; present if and only if `decision` is null. */
  readonly error?: Rejection | { readonly code: ErrorCode; readonly message: string }
}

/** A candidate product of the input. */
export interface Match {
  readonly utpid: Utpid
  readonly name: string
  readonly category: string
  readonly location: { readonly city: string; readonly country: string; readonly coordinates: Coordinates | null }
  readonly verified: boolean
  /** Confidence of its best record, 0 to 1. */
  readonly confidence: number
  /** Its suppliers, by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** Number of open duplicate alerts. */
  readonly duplicates: number
  /** Present if requested. */
  readonly explanation?: Explanation
}

/** Explains a confidence. The bits of all comparisons and the prior add up to `weight`. */
export interface Explanation {
  /** The comparisons that counted, strongest first: `+name +distance -number`. */
  readonly signature: string
  /** Match weight in bits. */
  readonly weight: number
  /** Bits of a candidate pair before any comparison. */
  readonly prior: number
  /** True if a veto capped the confidence regardless of the weight. */
  readonly vetoed: boolean
  readonly comparisons: readonly ExplainedComparison[]
  /** Supplier and code of the compared record. */
  readonly record: { readonly supplier: string; readonly code: string }
}

/** Level and bits of one comparison. */
export interface ExplainedComparison {
  /** Name of the comparison, such as `name` or `distance`. */
  readonly name: string
  /** Level of the pair, such as `within_30_m`. */
  readonly level: string
  /** Bits that the level adds to the match weight; below 0 is evidence against a match. */
  readonly bits: number
  /** Values of both sides; null if missing. */
  readonly input: string | null
  readonly record: string | null
}

/** A field of the best product that the input lacks. */
export interface MissingEvidence {
  /** Name of the comparison. */
  readonly field: string
  /** Bits that the field adds if it agrees with the best product. */
  readonly bits: number
  /** Bits of the field if it disagrees, in the worst case; 0 or less. */
  readonly bitsAgainst: number
  /**
   * Bits that an agreeing field adds to the lead of the best product over the next product; 0 or less if the next
   * product has the same value. Null if no second product is likely.
   */
  readonly bitsAhead: number | null
  /** Whether an agreeing field alone is enough for `match`. */
  readonly enough: boolean
}
