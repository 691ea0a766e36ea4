import { type Calibration, calibrate } from '../weights/calibrate-weights.ts'
import type { OneToOne } from './one-to-one.ts'

/** Number of pairs of a bin. */
const BIN_PAIRS = 100
/** Minimum probability that a conflict reveals a wrong pair. Below it, conflicts show too little. */
const MIN_VISIBLE = 0.2

/**
 * Calibrates weights without labels, by conflicts. A record matches at most one record of another supplier. So if two
 * pairs share a record, at least the weaker pair is wrong. Such a conflict reveals a wrong pair only if one of its records
 * also has a match, so the share of pairs that lose a conflict is divided by the estimated probability of that.
 *
 * The probabilities of the estimate cannot calibrate: the fit to them blurs the certainty of the best pairs.
 *
 * @param weights - Weight of each pair, in bits.
 * @param probabilities - Estimated probability of each pair.
 */
export function calibrateByConflicts(
  weights: Float64Array,
  probabilities: Float64Array,
  oneToOne: OneToOne,
): Calibration {
  const isBest = oneToOne.bestPairs(weights)
  const visible = oneToOne.partnerShares(probabilities)
  const order = [...weights.keys()].sort((a, b) => (weights[b] as number) - (weights[a] as number))
  const labelled: { weight: number; match: boolean }[] = []
  for (let from = 0; from < order.length; from += BIN_PAIRS) {
    const bin = order.slice(from, from + BIN_PAIRS)
    const wrong = bin.reduce(
      (sum, at) => sum + (isBest[at] === 1 ? 0 : 1 / Math.max(MIN_VISIBLE, visible[at] as number)),
      0,
    )
    const right = Math.round(Math.max(0, bin.length - wrong))
    bin.forEach((at, position) => {
      labelled.push({ weight: weights[at] as number, match: position < right })
    })
  }
  return calibrate(labelled)
}
