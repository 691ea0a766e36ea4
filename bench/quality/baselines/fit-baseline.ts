import { distanceInMeters } from '@utpid/core'
import { pairMetrics, type ScoredLabel } from '@utpid/evaluation'
import type { QualityPair } from '../sets/read-sets.ts'
import { type Baseline, type PlainRecord, plainRecord } from './baseline.ts'

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
  let best: FittedBaseline & { readonly f1: number } = { scaleMeters: Number.POSITIVE_INFINITY, threshold: 1, f1: -1 }
  for (const scaleMeters of scales) {
    const { bestF1, bestThreshold } = pairMetrics(
      plain.map((pair) => scored(pair, scaleMeters)),
      1,
    )
    if (bestF1 !== null && bestThreshold !== null && bestF1 > best.f1) {
      best = { scaleMeters, threshold: bestThreshold, f1: bestF1 }
    }
  }
  return { scaleMeters: best.scaleMeters, threshold: best.threshold }
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

function plainPair(baseline: Baseline, { match, a, b }: QualityPair): PlainPair {
  const [left, right] = [plainRecord(a), plainRecord(b)]
  return { match, similarity: baseline.similarity(left.name, right.name), meters: metersBetween(left, right) }
}

function metersBetween(a: PlainRecord, b: PlainRecord): number | undefined {
  if (a.coordinates === undefined || b.coordinates === undefined) return undefined
  return distanceInMeters(a.coordinates, b.coordinates)
}
