import type { ErrorCode } from './error-codes.ts'
import type { MatchReason } from './match-reasons.ts'
import type { Coordinates } from './place.ts'
import type { Rejection, Repair } from './repair.ts'
import type { Utpid } from './utpid.ts'

/** `match`: link it; `review`: a person should look; `none`: nothing here is it. */
export type Decision = 'match' | 'review' | 'none'

/** What led to the best product: its supplier code was known, an identifier agreed, or the model's weighing. */
export type MatchMethod = 'supplier_code' | 'identifier' | 'model'

/** The answer to one input. */
export interface MatchResult {
  /** The caller's mark, else null. */
  readonly ref: string | null
  /** Null when the input was invalid; `error` then says why. */
  readonly decision: Decision | null
  /** How the best product was found; null without one. */
  readonly method: MatchMethod | null
  /** The product to link to: of a `match` only, else null. */
  readonly utpid: Utpid | null
  /** Of the best product, 0 to 1; 0 without candidates. */
  readonly confidence: number
  /** Confidences of the model from which on it is a match, or one for a person to look at. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** Best first. */
  readonly matches: readonly Match[]
  readonly reason: MatchReason | null
  /**
   * Keys of the input that were not asked since too many records carry them. With `crowded` nothing else was found:
   * a street, a phone or rarer words would tell.
   */
  readonly skippedKeys: number
  /** What further input would help most, strongest first. */
  readonly wouldHelp: readonly Help[]
  /** What was put right in the input before it was matched. */
  readonly repairs: readonly Repair[]
  /** Version of the model. */
  readonly model: string
  /** Why the input was not matched; present if and only if `decision` is null. */
  readonly error?: Rejection | { readonly code: ErrorCode; readonly message: string }
}

/** One product that the input may be. */
export interface Match {
  readonly utpid: Utpid
  readonly name: string
  readonly category: string
  readonly location: { readonly city: string; readonly country: string; readonly coordinates: Coordinates | null }
  readonly verified: boolean
  /** 0 to 1, of its best record. */
  readonly confidence: number
  /** Its suppliers, by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** Open duplicate alerts. */
  readonly duplicates: number
  /** Where it was asked for. */
  readonly explanation?: Explanation
}

/** Why a confidence is what it is. The bits of all comparisons and the prior add up to `weight`. */
export interface Explanation {
  /** The comparisons that counted, strongest first: `+name +distance -number`. */
  readonly signature: string
  /** Match weight in bits. */
  readonly weight: number
  /** Bits that a candidate pair has before anything is compared. */
  readonly prior: number
  /** True when a veto capped the confidence whatever the weight. */
  readonly vetoed: boolean
  readonly comparisons: readonly ExplainedComparison[]
  /** Supplier and code of the record that was compared. */
  readonly record: { readonly supplier: string; readonly code: string }
}

/** What one comparison saw, and what that is worth. */
export interface ExplainedComparison {
  /** Of the comparison, such as `name` or `distance`. */
  readonly name: string
  /** Which of its levels the pair is on, such as `within_30_m`. */
  readonly level: string
  /** What the level adds to the match weight; below 0 it speaks against. */
  readonly bits: number
  /** What each side says; null when it says nothing. */
  readonly input: string | null
  readonly record: string | null
}

/** A field that the input lacks and the best product has. */
export interface Help {
  /** Name of the comparison. */
  readonly field: string
  /** Bits that it adds if it says what the best product says. */
  readonly bits: number
  /** The most bits that it can take if it says something else; 0 or less. */
  readonly bitsAgainst: number
  /**
   * Bits by which it sets the best product apart from the next, if it says what the best one says; 0 or less when the next
   * says the same. Null when no second product is likely.
   */
  readonly bitsAhead: number | null
  /** Whether the decision is `match` then, with nothing else said. */
  readonly enough: boolean
}
