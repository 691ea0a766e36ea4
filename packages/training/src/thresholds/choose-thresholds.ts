import type { Thresholds } from '@utpid/core'
import { upperBoundOfShare } from '../statistics/binomial-bound.ts'

/** A pair that the model had not seen, with what it says of it. */
export interface ScoredPair {
  /** 0 to 1. */
  readonly confidence: number
  readonly match: boolean
}

/** What thresholds are to achieve. */
export interface Aims {
  /** Of automatic links, at most this share may be wrong. */
  readonly falseLinks: number
  /** Of what a person is shown, at least this share should be the same product. */
  readonly trueAlerts: number
}

/** What thresholds aim at, unless given otherwise. */
export const AIMS: Aims = { falseLinks: 0.004, trueAlerts: 0.7 }

/** Nobody signs unseen what is wrong one time in ten. */
const MATCH_LEAST = 0.9
const MATCH_MOST = 0.999
const REVIEW_LEAST = 0.1
const STEP = 0.01
const BOUND_LEVEL = 0.95
/** A difference of F1 that chance makes. */
const AS_GOOD = 0.001
/** Fewer are no set that an F1 can be read from. */
const LEAST_OF_EACH = 20

/**
 * The threshold that costs sets of labelled pairs the least F1, by the median of what it costs each of them; undefined
 * when no set has enough of both kinds. How many pairs of a set match is whoever made it's choice and moves its own best
 * threshold: one odd set shall not decide. And F1 hardly changes about its best, so that chance would decide: the middle
 * of all thresholds that do about as well is taken.
 */
export function choosePairThreshold(sets: readonly (readonly ScoredPair[])[]): number | undefined {
  const usable = sets.filter(
    (pairs) =>
      pairs.filter(({ match }) => match).length >= LEAST_OF_EACH &&
      pairs.filter(({ match }) => !match).length >= LEAST_OF_EACH,
  )
  if (usable.length === 0) return undefined
  const thresholds = Array.from({ length: Math.round(1 / STEP) - 1 }, (_, at) => round((at + 1) * STEP))
  const reached = usable.map((pairs) => thresholds.map((threshold) => f1At(pairs, threshold)))
  const most = reached.map((each) => Math.max(...each))
  const losses = reached.map((each, set) => each.map((value) => (most[set] as number) - value))
  const costs = thresholds.map((_, at) => median(losses.map((loss) => loss[at] as number)))
  const least = Math.min(...costs)
  const good = thresholds.filter((_, at) => (costs[at] as number) <= least + AS_GOOD)
  return round(median(good))
}

/** Of an even number of values, the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2
}

/**
 * `match`: the lowest confidence above which, by what was seen and by what the model promises, no more links are wrong
 * than aimed at. `review`: the lowest from which on enough of what lies below `match` is true.
 *
 * @param candidates - Pairs as blocking yields them.
 */
export function chooseDecisionThresholds(
  candidates: readonly ScoredPair[],
  aims: Aims,
): Pick<Thresholds, 'match' | 'review'> {
  let match = MATCH_MOST
  for (let threshold = MATCH_MOST; threshold >= MATCH_LEAST; threshold = round(threshold - STEP / 10)) {
    const above = candidates.filter(({ confidence }) => confidence >= threshold)
    const wrong = above.filter((pair) => !pair.match).length
    if (above.length > 0 && wrong / above.length <= aims.falseLinks) match = threshold
  }
  let review = match
  for (let threshold = match; threshold >= REVIEW_LEAST; threshold = round(threshold - STEP)) {
    const between = candidates.filter(({ confidence }) => confidence >= threshold && confidence < match)
    const right = between.filter((pair) => pair.match).length
    if (between.length === 0 || right / between.length >= aims.trueAlerts) review = threshold
  }
  return { match, review }
}

/** Share of wrong links above a threshold, with its upper bound at 95 %. */
export function falseShareAbove(
  pairs: readonly ScoredPair[],
  threshold: number,
): { readonly links: number; readonly wrong: number; readonly upper: number } {
  const above = pairs.filter(({ confidence }) => confidence >= threshold)
  const wrong = above.filter(({ match }) => !match).length
  return { links: above.length, wrong, upper: upperBoundOfShare(wrong, above.length, BOUND_LEVEL) }
}

/** F1 where all from a threshold on are called a match. */
export function f1At(pairs: readonly ScoredPair[], threshold: number): number {
  let [right, called, matches] = [0, 0, 0]
  for (const { confidence, match } of pairs) {
    if (match) matches++
    if (confidence < threshold) continue
    called++
    if (match) right++
  }
  return (2 * right) / (called + matches)
}

/** Sums of hundredths drift. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
