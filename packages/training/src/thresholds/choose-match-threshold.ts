import { confidenceOfWeight, weightOfConfidence } from '@utpid/core/scoring'
import { probabilityOfAtMost, trialsToProve, upperBoundOfShare } from '../statistics/binomial-bound.ts'
import type { ScoredPair } from './choose-thresholds.ts'

/** The maximum share of wrong links, and the confidence level of its proof. */
export interface MatchAim {
  /** Maximum share of wrong links, 0 to 1 exclusive. */
  readonly falseLinks: number
  /** Confidence level of the proof, 0 to 1 exclusive. */
  readonly level: number
  /** The lower bound of the threshold, 0 to 1 exclusive, which labels cannot change: the model's `review` threshold. */
  readonly minThreshold: number
}

/** The pairs with a confidence at a threshold or above. */
export interface LinksAbove {
  /** Confidence, 0 to 1. */
  readonly threshold: number
  readonly links: number
  /** Number of these pairs labelled as different. */
  readonly wrong: number
  /**
   * Upper bound of the share of wrong links at the tested confidence level. This level is the requested level, or the
   * mean of the requested level and 1.
   */
  readonly upperBound: number
}

/** A threshold that meets the aim, or the reason why there is none. */
export type ChosenThreshold =
  | ({
      readonly kind: 'found'
      /** Share of the matching pairs at the threshold or above, 0 to 1. */
      readonly recall: number
    } & LinksAbove)
  /**
   * Too few pairs reach `minThreshold` for any proof. A proof needs `more` additional pairs there, if none of them is
   * wrong.
   */
  | ({ readonly kind: 'too_few'; readonly more: number } & LinksAbove)
  /**
   * The strictest threshold with enough pairs has too many wrong pairs. A proof needs `more` additional pairs there, if
   * none of them is wrong. `more` is null if the observed share is above the aim: more labels will hardly change this
   * result.
   */
  | ({ readonly kind: 'too_many_wrong'; readonly more: number | null } & LinksAbove)

/**
 * The strictest tested threshold, in bits. According to the model, one link in a million is wrong there. The tests go
 * down from it in tenths of a bit.
 */
const STRICTEST_BITS = 20
const STEPS_OF_BIT = 10
/**
 * Maximum number of wrong pairs in a proof. With ten wrong pairs, the proof succeeds if the true share is two thirds of
 * the aim.
 */
const MAX_WRONG = 10
/** Upper bound of the search. Nobody labels as many pairs. */
const MAX_PAIRS = 2 ** 40

/**
 * Returns the lowest threshold with at most the allowed share of wrong links, proved by labelled pairs.
 *
 * The best bound of many thresholds would prove nothing: with many tests, a test succeeds by chance. So the thresholds
 * are fixed before any label is read and tested from strict to lax, each at the full level. The first failure ends the
 * sequence (fixed-sequence testing, as in Learn then Test: Angelopoulos, Bates, Candès, Jordan and Lei, 2021). A wrong
 * result requires that the first wrong threshold passes its test, which has a probability of at most `1 - level`. Each
 * test is binomial (Clopper and Pearson, 1934).
 *
 * Testing starts at the strictest threshold with enough pairs for a proof. There, a single wrong label ends the
 * sequence. If there are more pairs, a second sequence starts lower, where up to ten pairs may be wrong. Each sequence
 * then has half of the allowed error. Both starts depend on the number of pairs, not on labels. The proof requires that
 * pairs of higher confidence are not more often wrong. It applies to links like these pairs: a random sample of future
 * links, unseen in training.
 */
export function chooseMatchThreshold(pairs: readonly ScoredPair[], aim: MatchAim): ChosenThreshold {
  const { falseLinks, level, minThreshold } = aim
  const counts = countsDownTo(minThreshold, pairs)
  const all = counts.at(-1) as Counts
  const half = (1 + level) / 2
  const allowed = wrongAllowed(all.links / 2, falseLinks, half)
  const sequences =
    allowed === 0
      ? [{ start: trialsToProve(falseLinks, level), level }]
      : [
          { start: trialsToProve(falseLinks, half), level: half },
          { start: pairsToProve(allowed, falseLinks, half), level: half },
        ]
  const outcomes = sequences.map((sequence) => testDown(counts, sequence, falseLinks))
  const proved = outcomes.flatMap((outcome) => outcome.proved ?? []).sort((a, b) => b.links - a.links)[0]
  const [last] = outcomes.slice(-1) as [(typeof outcomes)[number]]
  const told = proved ?? last.failed ?? all
  const above = { ...told, upperBound: upperBoundOfShare(told.wrong, told.links, last.level) }
  if (proved !== undefined) return { kind: 'found', ...above, recall: recallAt(proved.threshold, pairs) }
  const proving = pairsToProve(above.wrong, falseLinks, last.level)
  // With this many pairs, a second sequence starts, and each sequence has half of the allowed error.
  const isHalved = wrongAllowed((all.links + proving - above.links) / 2, falseLinks, half) > 0
  const enough = isHalved ? pairsToProve(above.wrong, falseLinks, half) : proving
  if (last.failed === undefined) {
    // Testing starts at `start` pairs. If some of these pairs are already wrong, the proof needs more pairs.
    return { kind: 'too_few', ...above, more: Math.max(last.start, enough) - above.links }
  }
  const isHopeless = above.wrong / above.links > falseLinks
  const more = isHopeless ? null : enough - above.links
  return { kind: 'too_many_wrong', ...above, more }
}

type Counts = Omit<LinksAbove, 'upperBound'>

/** Counts pairs at each threshold or above, strictest threshold first. */
function countsDownTo(min: number, pairs: readonly ScoredPair[]): Counts[] {
  const sorted = pairs.toSorted((a, b) => b.confidence - a.confidence)
  let [links, wrong] = [0, 0]
  return thresholdsDownTo(min).map((threshold) => {
    for (; links < sorted.length && (sorted[links] as ScoredPair).confidence >= threshold; links++) {
      if (!(sorted[links] as ScoredPair).match) wrong++
    }
    return { threshold, links, wrong }
  })
}

interface Sequence {
  /** Minimum number of pairs at the first tested threshold. */
  readonly start: number
  readonly level: number
}

interface Tested extends Sequence {
  /** The last threshold that passed. */
  readonly proved: Counts | undefined
  readonly failed: Counts | undefined
}

function testDown(counts: readonly Counts[], sequence: Sequence, falseLinks: number): Tested {
  let proved: Counts | undefined
  for (const each of counts) {
    // This threshold adds no pairs: keep the stricter threshold, whose pairs were tested.
    if (each.links < sequence.start || each.links === proved?.links) continue
    // The test succeeds if so few wrong pairs would be improbable for a true share equal to the aim.
    const isProved = probabilityOfAtMost(each.wrong, each.links, falseLinks) <= 1 - sequence.level
    if (!isProved) return { ...sequence, proved, failed: each }
    proved = each
  }
  return { ...sequence, proved, failed: undefined }
}

/** Returns the maximum number of wrong pairs, up to ten, for which this number of pairs still proves the aim. */
function wrongAllowed(pairs: number, falseLinks: number, level: number): number {
  let wrong = 0
  while (wrong < MAX_WRONG && pairsToProve(wrong + 1, falseLinks, level) <= pairs) wrong++
  return wrong
}

/** Returns the tested thresholds, strictest first; the last threshold is `min`. */
function thresholdsDownTo(min: number): number[] {
  const last = weightOfConfidence(min)
  const thresholds: number[] = []
  for (let step = STRICTEST_BITS * STEPS_OF_BIT; step / STEPS_OF_BIT > last; step--) {
    thresholds.push(roundConfidence(confidenceOfWeight(step / STEPS_OF_BIT)))
  }
  return [...thresholds.filter((threshold) => threshold > min), min]
}

/** Rounds to seven digits, enough to distinguish tenths of a bit. */
function roundConfidence(confidence: number): number {
  return Math.round(confidence * 1e7) / 1e7
}

/**
 * Returns how many pairs, of which `wrong` are wrong, prove a share below `share`.
 *
 * @param wrong - 0 or more.
 */
export function pairsToProve(wrong: number, share: number, level: number): number {
  const isProved = (pairs: number): boolean => probabilityOfAtMost(wrong, pairs, share) <= 1 - level
  let [few, enough] = [wrong, 2 * wrong + 1]
  while (!isProved(enough) && enough < MAX_PAIRS) enough *= 2
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2)
    if (isProved(middle)) enough = middle
    else few = middle
  }
  return enough
}

function recallAt(threshold: number, pairs: readonly ScoredPair[]): number {
  const matches = pairs.filter(({ match }) => match)
  return matches.filter(({ confidence }) => confidence >= threshold).length / Math.max(1, matches.length)
}
