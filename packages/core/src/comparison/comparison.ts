import type { FeatureGlance } from '../features/codec/feature-glance.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { RecordContent } from '../model/supplier-record.ts'

/** Bits that sharing a word tells: the term frequencies of an epoch. */
export type WordBits = (word: string) => number

/** The one level that is possible, or all that are, as the same list each time; undefined for any. */
export type PossibleLevels = string | readonly string[] | undefined

/**
 * One aspect of two records compared. It yields a named level, never a score: what a level is
 * worth is the scoring model's to say.
 *
 * Every comparison is symmetric and answers `unknown` when a side does not say; silence is
 * not evidence.
 */
export interface Comparison {
  /** Lower snake; the key in models, explanations and documentation. */
  readonly name: string
  /** One sentence for people; served with explanations. */
  readonly description: string
  /** Every level it can yield, strongest evidence for the same product first, `unknown` last. */
  readonly levels: readonly string[]
  /**
   * Levels in chains of which no link may count less than the next: steps of one measure, more and less of the same. The
   * first chain goes from agreement, which never speaks against, to its opposite.
   */
  readonly chains?: readonly (readonly string[])[]
  /**
   * False for a record that says nothing of this aspect. Where a side is silent the answer is `unknown`, so that most
   * comparisons of most pairs need not be made. Absent, every record speaks.
   */
  speaks?(features: RecordFeatures): boolean
  /** One side that speaks is enough: a number that stands in one name only. */
  readonly oneSideIsEnough?: boolean
  compare(left: RecordFeatures, right: RecordFeatures, wordBits: WordBits): string
  /**
   * What {@link compare} may come to with a record that is only glanced at, for whoever asks about many and hopes for few: told
   * without making anything. Absent, any level is possible.
   */
  glance?(asked: RecordFeatures, other: FeatureGlance, wordBits: WordBits): PossibleLevels
  /** What one side says, as text for an explanation; undefined when it says nothing. */
  show(content: RecordContent): string | undefined
}
