import { distanceInMeters } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { pairMetrics, type ScoredLabel } from '@utpid/evaluation'
import type { QualityPair } from '../sets/read-sets.ts'
import type { Baseline } from './baselines.ts'

/** A baseline with the best parameters for a set. */
export interface FittedBaseline {
  /** Distance in metres at which the similarity is halved. Infinity if the baseline is best without distance. */
  readonly scaleMeters: number
  /** Minimum similarity of a match. This value is the best on the fitting pairs. */
  readonly threshold: number
}

/** The data of a pair for a baseline. */
interface PlainPair {
  readonly match: boolean
  readonly similarity: number
  /** Undefined if a record has no coordinates. Then the names alone decide. */
  readonly meters: number | undefined
}

/** Infinity first: among equal results the first wins, and without coordinates all results are equal. */
const SCALES_METERS: readonly number[] = [Number.POSITIVE_INFINITY, 25, 50, 100, 200, 400, 800, 1_600, 5_000]

/** Fits the scale and threshold with the best F1 on labelled pairs. */
export function fitBaseline(baseline: Baseline, pairs: readonly QualityPair[]): FittedBaseline {
  const plain = pairs.map((pair) => plainPair(baseline, pair))
  const scales = baseline.usesDistance ? SCALES_METERS : [Number.POSITIVE_INFINITY]
  let best: FittedBaseline = { scaleMeters: Number.POSITIVE_INFINITY, threshold: 1 }
  let most = -1
  for (const scaleMeters of scales) {
    const labels = plain.map((pair) => scored(pair, scaleMeters))
    const { bestF1, bestThreshold: threshold } = pairMetrics(labels, 1)
    if (bestF1 === null || threshold === null || bestF1 <= most) continue
    best = { scaleMeters, threshold }
    most = bestF1
  }
  return best
}

/** Scores pairs with a fitted baseline, in order. */
export function scoreByBaseline(
  baseline: Baseline,
  { scaleMeters }: FittedBaseline,
  pairs: readonly QualityPair[],
): ScoredLabel[] {
  return pairs.map((pair) => scored(plainPair(baseline, pair), scaleMeters))
}

function scored({ match, similarity, meters }: PlainPair, scaleMeters: number): ScoredLabel {
  return { match, confidence: meters === undefined ? similarity : similarity / (1 + meters / scaleMeters) }
}

/** A baseline gets repaired records and the folding of core. Its errors therefore come only from its own method. */
function plainPair(baseline: Baseline, { match, a, b }: QualityPair): PlainPair {
  const [left, right] = [a.record, b.record]
  const similarity = baseline.similarity(fold(left.name ?? ''), fold(right.name ?? ''))
  const [from, to] = [left.location?.coordinates, right.location?.coordinates]
  return { match, similarity, meters: from && to && distanceInMeters(from, to) }
}
