import type { FeatureView } from '../features/codec/feature-view.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { RecordContent } from '../model/supplier-record.ts'

/** Returns the bits of a shared word, by the term frequencies of one version. */
export type WordBits = (word: string) => number

/**
 * The only possible level, or a list of all possible levels (always the same list object); undefined if any level is
 * possible.
 */
export type PossibleLevels = string | readonly string[] | undefined

/**
 * Compares one aspect of two records. It yields a named level, never a score: the model assigns bits to levels.
 *
 * Every comparison is symmetric. The level is `unknown` if one record lacks the value: missing values are not evidence.
 */
export interface Comparison {
  /** The key of the comparison in models, explanations and documentation, in snake case. */
  readonly name: string
  /** One sentence that describes the comparison to readers of explanations. */
  readonly description: string
  /** All possible levels: strongest evidence for the same product first, `unknown` last. */
  readonly levels: readonly string[]
  /**
   * Lists of monotone levels. In each list, no level may count less than the next level. A list holds the steps of one
   * measure. The first list goes from agreement, which is never evidence against a match, to disagreement.
   */
  readonly monotoneLevels?: readonly (readonly string[])[]
  /**
   * Returns false for a record without a value of this aspect. The comparison is then `unknown` and is not computed,
   * which saves most comparisons of most pairs. Without this function, every record is assumed to have a value.
   */
  isPresent?(features: RecordFeatures): boolean
  /** True if a value in one record is enough, such as a number in only one name. */
  readonly oneSideIsEnough?: boolean
  /** The cost of {@link compare}, in comparisons of two numbers, above 0. Cheap comparisons come first. Default: 1. */
  readonly cost?: number
  /** The cost of {@link compareView} in the same unit, above 0. Default: 1. */
  readonly viewCost?: number
  /**
   * True if the compared field has blocking keys. An input with such a field does not depend on its name to find a
   * product.
   */
  readonly hasKeys?: boolean
  compare(left: RecordFeatures, right: RecordFeatures, wordBits: WordBits): string
  /**
   * Returns the possible results of {@link compare} for a feature view, without decoding or allocating. Scans of many
   * candidates use this function, because few candidates match. Without this function, any level is possible.
   */
  compareView?(query: RecordFeatures, other: FeatureView, wordBits: WordBits): PossibleLevels
  /**
   * Returns the features of the compared field of one record; an empty object without a value. Suggestions add these
   * features to an input that lacks the field. Without this function, no suggestion names the field.
   */
  fieldOf?(features: RecordFeatures): Partial<RecordFeatures>
  /** Returns the value of one record as text for an explanation; undefined without a value. */
  show(content: RecordContent): string | undefined
}
