import { categoryComparison } from '../comparison/aspects/category-comparison.ts'
import { rideComparison } from '../comparison/aspects/transfer-comparison.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import { confidenceOfWeight } from '../scoring/match-weight.ts'
import { type PairScorer, pairProfile } from '../scoring/score-pair.ts'
import { type Kept, keptName } from './kept-name.ts'
import { keptPlace } from './kept-place.ts'

/** A code whose record no longer says what it said. */
export interface RecordDrift {
  /** `rebrand`: the same place under another name; `move`: the same name at another place; `reuse`: something else. */
  readonly kind: 'rebrand' | 'move' | 'reuse'
  /** 0 to 1: that both versions are one product, by all that they say but the code. High for a plain rebrand. */
  readonly confidence: number
}

/** Without any prior; thresholds are for candidates and their prior. */
export const AS_LIKELY_AS_NOT = 0.5

/**
 * Whether the new version of a supplier's record no longer fits the one before, and in what.
 *
 * It does not fit if its name or its place is clearly another one. It does not fit either if two products are more likely
 * by the model, and the name, the place or the kind of product is in doubt. The common supplier and code are no evidence,
 * since they are in question. Nor is the prior of the model, which is the prior of candidates.
 *
 * @returns undefined if it fits.
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
  // Most versions differ in next to nothing: only a doubt is worth scoring.
  const isOtherKind = hasOtherKind(earlier, later, scorer)
  if (name === 'kept' && place === 'kept' && !isOtherKind) return undefined

  const confidence = confidenceWithoutPrior(earlier, later, scorer)
  const isUnlikely = confidence < AS_LIKELY_AS_NOT
  // A place that is another one makes any two versions unlikely: that says nothing of a name in doubt.
  const isOtherName = name === 'other' || (name === 'doubtful' && isUnlikely && place !== 'other')
  const isOtherPlace = place === 'other' || (place === 'doubtful' && isUnlikely)
  if (isOtherName) return { kind: isOtherPlace ? 'reuse' : 'rebrand', confidence }
  if (isOtherPlace) return { kind: 'move', confidence }
  // One name at one place, but the shared shuttle is now a private car, the hotel a tour.
  return isOtherKind && isUnlikely ? { kind: 'reuse', confidence } : undefined
}

/** Omits the supplier, and its code, which counts as an identifier: they are in question. */
function withoutOwnCode({ supplier, ...features }: RecordFeatures): RecordFeatures {
  return { ...features, identifiers: features.identifiers.filter(({ scheme }) => scheme !== supplier) }
}

function isTransfer(before: RecordFeatures, after: RecordFeatures): boolean {
  return pairProfile(before, after) === 'transfer' && before.transfer !== undefined && after.transfer !== undefined
}

/** A transfer's title is its route in words, in any of many forms: on the same route no title is another one. */
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
