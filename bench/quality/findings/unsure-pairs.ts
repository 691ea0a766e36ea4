import { type CalibrationBin, calibrationBins, calibrationGap, type ScoredLabel } from '@utpid/evaluation'
import { seededRandom } from '../../harness/seeded-random.ts'

/** Confidences outside this range are a clear no or yes. */
const UNSURE = { from: 0.05, to: 0.99 } as const
const MAX_BINS = 10
/** Minimum pairs of a bin. With fewer pairs, chance alone would cause as large an error as a wrong model. */
const MIN_PAIRS_PER_BIN = 100
const CHANCE_ROUNDS = 200

/** Calibration of confidences that are neither a clear no nor a clear yes. */
export interface UnsureFinding {
  readonly pairs: number
  readonly bins: readonly CalibrationBin[]
  /** Mean distance of the bins' confidence from the observed share, weighted by pairs; null without pairs. */
  readonly gap: number | null
  /** Gap that a perfectly calibrated model would have by chance, with as many pairs of these confidences. */
  readonly chance: number | null
  /** The gap without the chance level. Negative if chance alone would give a larger gap; null without pairs. */
  readonly aboveChance: number | null
}

/** Groups the pairs in bins of about equal size, at least 100 pairs each, at most ten bins. */
export function unsurePairs(labels: readonly ScoredLabel[], seed: number): UnsureFinding {
  const unsure = labels.filter(({ confidence }) => confidence >= UNSURE.from && confidence <= UNSURE.to)
  const count = Math.max(1, Math.min(MAX_BINS, Math.floor(unsure.length / MIN_PAIRS_PER_BIN)))
  const bins = calibrationBins(unsure, count)
  const gap = calibrationGap(bins)
  const chance = gapByChance(unsure, count, seed)
  const aboveChance = gap === null || chance === null ? null : gap - chance
  return { pairs: unsure.length, bins, gap, chance, aboveChance }
}

/** Returns the mean gap if each pair is a match with the probability that its confidence states. */
function gapByChance(unsure: readonly ScoredLabel[], count: number, seed: number): number | null {
  if (unsure.length === 0) return null
  const random = seededRandom(seed)
  let sum = 0
  for (let round = 0; round < CHANCE_ROUNDS; round++) {
    const drawn = unsure.map(({ confidence }) => ({ confidence, match: random() < confidence }))
    sum += calibrationGap(calibrationBins(drawn, count)) ?? 0
  }
  return sum / CHANCE_ROUNDS
}
