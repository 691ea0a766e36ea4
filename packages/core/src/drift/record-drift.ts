import { categoryComparison } from '../comparison/aspects/category-comparison.ts'
import { rideComparison } from '../comparison/aspects/transfer-comparison.ts'
import { copyFeatures } from '../features/feature-draft.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { confidenceOfWeight } from '../scoring/match-weight.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'
import { type Kept, keptName } from './kept-name.ts'
import { keptPlace } from './kept-place.ts'

/** The drift of a record: its new version does not fit the previous version. */
export interface RecordDrift {
  /** `rebrand`: same place, other name; `move`: same name, other place; `reuse`: another product. */
  readonly kind: 'rebrand' | 'move' | 'reuse'
  /**
   * Probability that both versions are one product, 0 to 1, without the code as evidence. A plain rebrand has a high
   * confidence.
   */
  readonly confidence: number
}

/**
 * The threshold for confidences without a prior. The thresholds of the model do not fit, because they assume the prior
 * of candidates.
 */
export const AS_LIKELY_AS_NOT = 0.5

/**
 * Returns the drift between two versions of a supplier's record.
 *
 * A version drifts if its name or place clearly differs. It also drifts if name, place or kind of product is in doubt
 * and the model considers two products more likely than one. Supplier and code are no evidence, since the function
 * tests whether the code still means the same product. The function does not use the model's prior, since that prior
 * holds for candidates.
 *
 * @returns undefined if the new version fits.
 */
export function recordDrift(
  before: RecordFeatures,
  after: RecordFeatures,
  scorer: PairScorer,
): RecordDrift | undefined {
  return contentDrift(withoutOwnCode(before), withoutOwnCode(after), scorer)
}

/** Returns the same as {@link recordDrift}, for features without supplier and code. */
export function contentDrift(
  earlier: RecordFeatures,
  later: RecordFeatures,
  scorer: PairScorer,
): RecordDrift | undefined {
  const place = keptPlace(earlier, later)
  const name = isTransfer(earlier, later) ? keptTitle(place, earlier, later, scorer) : keptName(earlier, later, scorer)
  // Most versions hardly differ. The code scores only doubtful pairs of versions.
  const isOtherKind = hasOtherKind(earlier, later, scorer)
  if (name === 'kept' && place === 'kept' && !isOtherKind) return undefined

  const confidence = confidenceWithoutPrior(earlier, later, scorer)
  const isUnlikely = confidence < AS_LIKELY_AS_NOT
  // Two versions at different places are always unlikely to be one product. So the score does not help with a doubtful
  // name.
  const isOtherName = name === 'other' || (name === 'doubtful' && isUnlikely && place !== 'other')
  const isOtherPlace = place === 'other' || (place === 'doubtful' && isUnlikely)
  if (isOtherName) return { kind: isOtherPlace ? 'reuse' : 'rebrand', confidence }
  if (isOtherPlace) return { kind: 'move', confidence }
  // Name and place are the same, but a shared shuttle is now a private car, or a hotel is now a tour.
  return isOtherKind && isUnlikely ? { kind: 'reuse', confidence } : undefined
}

/**
 * Removes the supplier and the supplier's code, which is also an identifier. Neither is evidence for the content of a
 * record.
 */
export function withoutOwnCode(features: RecordFeatures): RecordFeatures {
  const { supplier, identifiers } = features
  return copyFeatures(features, {
    supplier: undefined,
    identifiers: identifiers.filter(({ scheme }) => scheme !== supplier),
  })
}

function isTransfer(before: RecordFeatures, after: RecordFeatures): boolean {
  return pairProfile(before, after) === 'transfer' && before.transfer !== undefined && after.transfer !== undefined
}

/**
 * Compares the titles of two transfers. A title describes the route in many forms. So on the same route, no title
 * counts as different.
 */
function keptTitle(place: Kept, before: RecordFeatures, after: RecordFeatures, scorer: PairScorer): Kept {
  if (place === 'kept') return 'kept'
  const isSame = before.names.some(({ whole }) => after.names.some((other) => other.whole === whole))
  return isSame ? keptName(before, after, scorer) : 'other'
}

function hasOtherKind(before: RecordFeatures, after: RecordFeatures, { terms }: PairScorer): boolean {
  return (
    categoryComparison.compare(before, after, terms.bits) === 'conflicting' ||
    rideComparison.compare(before, after, terms.bits) === 'other_sharing'
  )
}

function confidenceWithoutPrior(before: RecordFeatures, after: RecordFeatures, scorer: PairScorer): number {
  const { weight, confidence, vetoed } = scorer.score(before, after)
  if (vetoed) return confidence
  return confidenceOfWeight(weight - scorer.priorOf(before, after))
}
