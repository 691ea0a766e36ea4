import { type CalibrationBin, calibrationBins, calibrationGap, type ScoredLabel } from '@utpid/evaluation'
import { seededRandom } from '../../harness/seeded-random.ts'

/** Below and above, a confidence says no and yes; between them it says how sure it is. */
const UNSURE = { from: 0.05, to: 0.99 } as const
const BINS_MOST = 10
/** The share of fewer is off by chance by as much as a model would be that is wrong. */
const PAIRS_OF_BIN = 100
const CHANCE_ROUNDS = 200

/** How far confidences are from the truth where they are neither a no nor a yes. */
export interface UnsureFinding {
  readonly pairs: number
  readonly bins: readonly CalibrationBin[]
  /** Mean over the pairs of how far their bin's confidence is from what was observed; null without pairs. */
  readonly gap: number | null
  /** What the gap would be of a model that is right about every confidence: that much is chance. */
  readonly chance: number | null
}

/** In bins of about equally many pairs, 100 and more each, at most ten. */
export function unsurePairs(labels: readonly ScoredLabel[], seed: number): UnsureFinding {
  const unsure = labels.filter(({ confidence }) => confidence >= UNSURE.from && confidence <= UNSURE.to)
  const count = Math.max(1, Math.min(BINS_MOST, Math.floor(unsure.length / PAIRS_OF_BIN)))
  const bins = calibrationBins(unsure, count)
  return { pairs: unsure.length, bins, gap: calibrationGap(bins), chance: gapByChance(unsure, count, seed) }
}

/** The mean gap where each pair is a match with the very probability that its confidence says. */
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
