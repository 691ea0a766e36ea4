import type { ErrorCode } from '../../model/error-codes.ts'
import type { ExplainedComparison } from '../../model/match.ts'
import type { NamedJudgement } from '../../model/match-explanation.ts'
import type { Repair } from '../../model/repair.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import type { Utpid } from '../../model/utpid.ts'
import type { ConfirmCode } from './confirm-reasons.ts'

/** A record as a supplier gives it now, and the product that the caller takes it for. */
export interface ConfirmInput {
  /** The record, in the form of an input of `match`. It needs a name or coordinates. */
  readonly record: unknown
  /** A UTPID or alias. */
  readonly utpid: string
}

/** The answer to the question whether a record still is a product. */
export interface Confirmation {
  /** The `ref` of the record; null if the record has no `ref`. */
  readonly ref: string | null
  /**
   * `yes`: the record is the product, by its content alone. `no`: the evidence is against it. `unsure`: the evidence is
   * not enough for either.
   */
  readonly fits: 'yes' | 'no' | 'unsure'
  /**
   * The probability, 0 to 1, that the record is the product, with the best other product as the alternative. A decision
   * of a person changes `fits`, but not the confidence.
   */
  readonly confidence: number
  /** The reasons. For `no` and `unsure`, the first reason prevented `yes`. */
  readonly reasons: readonly ConfirmReason[]
  /** The requested product. */
  readonly requested: Utpid
  /** The state of the requested product. */
  readonly status: 'active' | 'merged' | 'deleted' | 'retired'
  /** The active product; null if no active product exists. */
  readonly utpid: Utpid | null
  /** The name of the product. */
  readonly name: string
  /** The number of records of the product that were compared. */
  readonly compared: number
  /** The thresholds of the model: confidences of 0 to 1. */
  readonly thresholds: { readonly match: number; readonly review: number }
  /** The repairs of the record before the comparison. */
  readonly repairs: readonly Repair[]
  /** The version of the model. */
  readonly model: string
}

/** An input of a batch that could not be answered. */
export interface UnconfirmedInput {
  readonly ref: string | null
  readonly fits: null
  readonly error: { readonly code: ErrorCode; readonly message: string }
}

/** A compared record of the product, with the confidence of its comparison, 0 to 1. */
export interface AgreeingRecord extends SupplierCode {
  readonly confidence: number
}

/** One reason of a confirmation, with its {@link ConfirmCode}. */
export type ConfirmReason = {
  readonly [Code in ConfirmCode]: { readonly code: Code } & ReasonDetails[Code]
}[ConfirmCode]

interface ReasonDetails {
  unchanged: { readonly record: SupplierCode }
  /** The confidence is that of the two versions without the code as evidence. */
  record_kept: { readonly record: SupplierCode; readonly confidence: number }
  /** The records with the highest confidence, best first, at most ten. */
  records_agree: { readonly records: readonly AgreeingRecord[]; readonly total: number }
  merged: { readonly utpid: Utpid | null }
  inactive: {
    readonly status: 'deleted' | 'retired'
    readonly deletion: { readonly actor: string; readonly at: string; readonly change: number } | null
  }
  /** At most ten judgements. */
  judged_different: { readonly judgements: readonly NamedJudgement[]; readonly total: number }
  code_known: { readonly utpid: Utpid; readonly drifted: boolean }
  code_unknown: { readonly record: SupplierCode }
  record_drifted: {
    readonly record: SupplierCode
    readonly kind: 'rebrand' | 'move' | 'reuse'
    readonly confidence: number
  }
  vetoed: { readonly record: SupplierCode; readonly comparisons: readonly ExplainedComparison[] }
  /** The comparisons of the names that are not enough. */
  sibling_name: { readonly record: SupplierCode; readonly comparisons: readonly ExplainedComparison[] }
  different_category: { readonly record: string | null; readonly product: string | null }
  /** The distance to the nearest compared record, in whole metres; null if coordinates are missing. */
  other_name_and_place: { readonly meters: number | null }
  /** The other product with its own confidence. `bitsAhead` is its lead; null if the product has no record to compare. */
  other_product: { readonly utpid: Utpid; readonly confidence: number; readonly bitsAhead: number | null }
  /** `bitsAhead` is the lead of the requested product; below 0 if the other product leads. */
  ambiguous: { readonly competingUtpid: Utpid; readonly bitsAhead: number; readonly needs: number }
  other_code_of_supplier: { readonly codes: readonly SupplierCode[] }
  missing_evidence: { readonly fields: readonly ('name' | 'place')[] }
  below_match: {
    /** The best compared record; null if the product has no record to compare. */
    readonly record: SupplierCode | null
    readonly confidence: number
    readonly threshold: number
    /** The comparisons with the most negative bits, worst first; at most three. */
    readonly costliest: readonly ExplainedComparison[]
  }
}
