import { categoryComparison } from '../comparison/aspects/category-comparison.ts'
import { rideComparison } from '../comparison/aspects/transfer-comparison.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { confidenceOfWeight } from '../scoring/match-weight.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'
import { type Kept, keptName } from './kept-name.ts'
import { keptPlace } from './kept-place.ts'

/** Drift: the new version of a record does not fit the previous one. */
export interface RecordDrift {
  /** `rebrand`: same place, other name; `move`: same name, other place; `reuse`: another product. */
  readonly kind: 'rebrand' | 'move' | 'reuse'
  /**
   * Probability that both versions are one product, 0 to 1, without the code as evidence. It is high for a plain
   * rebrand.
   */
  readonly confidence: number
}

/** Threshold for confidences without a prior. The thresholds of the model assume the prior of candidates. */
export const AS_LIKELY_AS_NOT = 0.5

/**
 * Returns the drift between two versions of a supplier's record.
 *
 * A version drifts if its name or place clearly differs. It also drifts if name, place or kind of product is in doubt
 * and the model considers two products more likely than one. Supplier and code are no evidence, since the question is
 * whether the code still means the same product. The prior of the model is not used, since it is the prior of
 * candidates.
 *
 * @returns undefined if the new version fits.
 */
export function recordDrift(
  before: RecordFeatures,
  after: RecordFeatures,
  scorer: PairScorer,
): RecordDrift | undefined {
  const earlier = withoutOwnCode(before)
  const later = withoutOwnCode(after)
  const place = keptPlace(earlier, later)
  const name = isTransfer(earlier, later) ? keptTitle(place, earlier, later, scorer) : keptName(earlier, later, scorer)
  // Most versions hardly differ. Only doubtful ones are scored.
  const isOtherKind = hasOtherKind(earlier, later, scorer)
  if (name === 'kept' && place === 'kept' && !isOtherKind) return undefined

  const confidence = confidenceWithoutPrior(earlier, later, scorer)
  const isUnlikely = confidence < AS_LIKELY_AS_NOT
  // At another place any two versions are unlikely to be one product. So the score says nothing about a doubtful name.
  const isOtherName = name === 'other' || (name === 'doubtful' && isUnlikely && place !== 'other')
  const isOtherPlace = place === 'other' || (place === 'doubtful' && isUnlikely)
  if (isOtherName) return { kind: isOtherPlace ? 'reuse' : 'rebrand', confidence }
  if (isOtherPlace) return { kind: 'move', confidence }
  // Same name and place, but the shared shuttle is now a private car, or the hotel is now a tour.
  return isOtherKind && isUnlikely ? { kind: 'reuse', confidence } : undefined
}

/** Omits the supplier and its code, which is also an identifier: they are no evidence here. */
function withoutOwnCode({ supplier, ...features }: RecordFeatures): RecordFeatures {
  return { ...features, identifiers: features.identifiers.filter(({ scheme }) => scheme !== supplier) }
}

function isTransfer(before: RecordFeatures, after: RecordFeatures): boolean {
  return pairProfile(before, after) === 'transfer' && before.transfer !== undefined && after.transfer !== undefined
}

/**
 * The title of a transfer describes its route, in many forms. On the same route, no title counts as a different one.
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
  return confidenceOfWeight(weight - scorer.model.profiles[pairProfile(before, after)].prior)
}
