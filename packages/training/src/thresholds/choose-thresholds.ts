import type { Thresholds } from '@utpid/core/scoring'
import { upperBoundOfShare } from '../statistics/binomial-bound.ts'

/** An unseen pair with the model's confidence. */
export interface ScoredPair {
  /** 0 to 1. */
  readonly confidence: number
  readonly match: boolean
  /** The number of pairs of a registry for which this pair stands. Default: 1. */
  readonly share?: number
}

/** The aims of the thresholds. */
export interface Aims {
  /** Maximum share of wrong automatic links. */
  readonly falseLinks: number
  /** Minimum share of matching pairs among the pairs that a person reviews. */
  readonly trueAlerts: number
}

/** Default aims. */
export const AIMS: Aims = { falseLinks: 0.004, trueAlerts: 0.7 }

/** The lower bound of the `match` threshold. If one link in ten is wrong, links need a review. */
export const MIN_MATCH = 0.9
export const MAX_MATCH = 0.999
export const MIN_REVIEW = 0.1
const STEP = 0.01
const BOUND_LEVEL = 0.95
/** Differences of F1 up to this value are due to chance. */
const EQUAL_F1 = 0.001
/** Minimum number of matches, and of non-matches, for a meaningful F1. */
const MIN_OF_EACH = 20

/**
 * Returns the threshold with the lowest median loss of F1 over sets of labelled pairs, or undefined if no set has
 * enough pairs of each label. The author of a set chooses its share of matches, and this share moves the best threshold
 * of the set. The median limits the influence of a single unusual set. F1 is flat near its maximum, so the result is
 * the middle of all thresholds with almost the same loss.
 */
export function choosePairThreshold(sets: readonly (readonly ScoredPair[])[]): number | undefined {
  const usable = sets.filter(
    (pairs) =>
      pairs.filter(({ match }) => match).length >= MIN_OF_EACH &&
      pairs.filter(({ match }) => !match).length >= MIN_OF_EACH,
  )
  if (usable.length === 0) return undefined
  const thresholds = Array.from({ length: Math.round(1 / STEP) - 1 }, (_, at) => round((at + 1) * STEP))
  const reached = usable.map((pairs) => thresholds.map((threshold) => f1At(pairs, threshold)))
  const most = reached.map((each) => Math.max(...each))
  const losses = reached.map((each, set) => each.map((value) => (most[set] as number) - value))
  const costs = thresholds.map((_, at) => median(losses.map((loss) => loss[at] as number)))
  const least = Math.min(...costs)
  const good = thresholds.filter((_, at) => (costs[at] as number) <= least + EQUAL_F1)
  return round(median(good))
}

/** Returns the median. For an even number of values, the median is the mean of the two values in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

/**
 * Chooses the `match` and `review` thresholds. `match` is the lowest confidence above which the share of wrong links
 * meets its aim, both as observed and according to the model's confidences. `review` is the lowest confidence from
 * which enough of the pairs below the `match` threshold are matches.
 *
 * @param candidates - Pairs that blocking found.
 */
export function chooseDecisionThresholds(
  candidates: readonly ScoredPair[],
  aims: Aims,
): Pick<Thresholds, 'match' | 'review'> {
  let match = MAX_MATCH
  for (let threshold = MAX_MATCH; threshold >= MIN_MATCH; threshold = round(threshold - STEP / 10)) {
    const above = candidates.filter(({ confidence }) => confidence >= threshold)
    const wrong = above.filter((pair) => !pair.match).length
    if (above.length > 0 && wrong / above.length <= aims.falseLinks) match = threshold
  }
  let review = match
  for (let threshold = match; threshold >= MIN_REVIEW; threshold = round(threshold - STEP)) {
    const between = candidates.filter(({ confidence }) => confidence >= threshold && confidence < match)
    const right = number(between.filter((pair) => pair.match))
    if (between.length === 0 || right / number(between) >= aims.trueAlerts) review = threshold
  }
  return { match, review }
}

/** Returns the share of wrong links above a threshold, with its upper bound at 95 %. */
export function falseShareAbove(
  pairs: readonly ScoredPair[],
  threshold: number,
): { readonly links: number; readonly wrong: number; readonly upper: number } {
  const above = pairs.filter(({ confidence }) => confidence >= threshold)
  const wrong = above.filter(({ match }) => !match).length
  return { links: above.length, wrong, upper: upperBoundOfShare(wrong, above.length, BOUND_LEVEL) }
}

/** Returns F1 if all pairs at a threshold or above count as matches. */
export function f1At(pairs: readonly ScoredPair[], threshold: number): number {
  let [right, called, matches] = [0, 0, 0]
  for (const { confidence, match, share = 1 } of pairs) {
    if (match) matches += share
    if (confidence < threshold) continue
    called += share
    if (match) right += share
  }
  return (2 * right) / (called + matches)
}

/** Returns the number of pairs for which some pairs stand. */
function number(pairs: readonly ScoredPair[]): number {
  return pairs.reduce((sum, { share = 1 }) => sum + share, 0)
}

/** Rounds to remove floating-point errors from sums of hundredths. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
