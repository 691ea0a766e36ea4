import { confidenceOfWeight, weightOfConfidence } from '@utpid/core'
import { probabilityOfAtMost, trialsToProve, upperBoundOfShare } from '../statistics/binomial-bound.ts'
import type { ScoredPair } from './choose-thresholds.ts'

/** How many of the links may be wrong, and how sure that must be. */
export interface MatchAim {
  /** The share of links that may be wrong, 0 to 1 exclusive. */
  readonly falseLinks: number
  /** How sure that must be, 0 to 1 exclusive. */
  readonly level: number
  /** Confidence below which nothing is linked whatever the labels say, 0 to 1 exclusive: the model's `review`. */
  readonly least: number
}

/** Pairs at a threshold or above. */
export interface LinksAbove {
  /** Confidence, 0 to 1. */
  readonly threshold: number
  readonly links: number
  /** Of those the ones that are labelled as different. */
  readonly wrong: number
  /** Upper bound of the share of wrong links, at the level that it was tested at: the one asked for, or halfway to 1. */
  readonly atMost: number
}

/** A threshold that keeps to its aim, or why there is none. */
export type ChosenThreshold =
  | ({
      readonly kind: 'found'
      /** Share of the matching pairs that are at the threshold or above, 0 to 1. */
      readonly recall: number
    } & LinksAbove)
  /** So few pairs reach `least` that not even without a wrong one they would prove anything. `more` there would do if none of them were wrong. */
  | ({ readonly kind: 'too_few'; readonly more: number } & LinksAbove)
  /**
   * The strictest threshold with enough pairs has too many wrong ones. `more` pairs there would do if none of them were
   * wrong; null when the share seen is above the aim, which more labels will hardly change.
   */
  | ({ readonly kind: 'too_many_wrong'; readonly more: number | null } & LinksAbove)

/** Thresholds that are tried: from 20 bits, one wrong link in a million by the model's word, in tenths of a bit. */
const STRICTEST_BITS = 20
const STEPS_OF_BIT = 10
/** With ten wrong ones allowed, two thirds of the aim are proved to be below it. */
const MOST_ALLOWED = 10
/** A number of pairs that nobody labels. */
const MOST_PAIRS = 2 ** 40

/**
 * The lowest threshold above which at most an aimed share of links is wrong, proved by labelled pairs.
 *
 * Trying many thresholds and taking the best bound would break its promise: of many tries one succeeds by luck. So the
 * thresholds, which are fixed before any label is seen, are tested one after the other from strict to lax, each at the full
 * level, and the first that fails ends it (fixed-sequence testing, as in Learn then Test: Angelopoulos, Bates, Candès,
 * Jordan and Lei, 2021). To choose a wrong one the first wrong one must pass its test, which happens with a probability of at
 * most `1 - level`, however many come after it. Each test is the binomial one (Clopper and Pearson, 1934).
 *
 * Testing begins at the strictest threshold that enough pairs reach to prove anything. There one wrong label ends it; where
 * there are pairs for it, a second sequence begins lower, at pairs of which up to ten may be wrong, and each has half of the
 * error. Where they begin depends on how many pairs there are and on no label; the promise holds for that if pairs of higher
 * confidence are no likelier to be wrong. And it holds for links like these pairs: a random sample of what would be linked,
 * that the model was not trained on.
 */
export function chooseMatchThreshold(pairs: readonly ScoredPair[], aim: MatchAim): ChosenThreshold {
  const { falseLinks, level, least } = aim
  const counts = countsDownTo(least, pairs)
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
  const above = { ...told, atMost: upperBoundOfShare(told.wrong, told.links, last.level) }
  if (proved !== undefined) return { kind: 'found', ...above, recall: recallAt(proved.threshold, pairs) }
  const proving = pairsToProve(above.wrong, falseLinks, last.level)
  // So many pairs may begin a second sequence, whose tests are each at half of the error.
  const isHalved = wrongAllowed((all.links + proving - above.links) / 2, falseLinks, half) > 0
  const enough = isHalved ? pairsToProve(above.wrong, falseLinks, half) : proving
  if (last.failed === undefined) {
    // Testing begins at `start` pairs; where some are wrong already, so many prove nothing yet.
    return { kind: 'too_few', ...above, more: Math.max(last.start, enough) - above.links }
  }
  const isHopeless = above.wrong / above.links > falseLinks
  const more = isHopeless ? null : enough - above.links
  return { kind: 'too_many_wrong', ...above, more }
}

type Counts = Omit<LinksAbove, 'atMost'>

/** Pairs at each threshold or above, strictest threshold first. */
function countsDownTo(least: number, pairs: readonly ScoredPair[]): Counts[] {
  const sorted = pairs.toSorted((a, b) => b.confidence - a.confidence)
  let [links, wrong] = [0, 0]
  return thresholdsDownTo(least).map((threshold) => {
    for (; links < sorted.length && (sorted[links] as ScoredPair).confidence >= threshold; links++) {
      if (!(sorted[links] as ScoredPair).match) wrong++
    }
    return { threshold, links, wrong }
  })
}

interface Sequence {
  /** Pairs that the first threshold to be tested has above it. */
  readonly start: number
  readonly level: number
}

interface Tested extends Sequence {
  /** The last that passed. */
  readonly proved: Counts | undefined
  readonly failed: Counts | undefined
}

function testDown(counts: readonly Counts[], sequence: Sequence, falseLinks: number): Tested {
  let proved: Counts | undefined
  for (const each of counts) {
    // Where no pair lies there is nothing that was looked at: the threshold stays at the pairs above.
    if (each.links < sequence.start || each.links === proved?.links) continue
    // The bound is below the aim if so few wrong ones would hardly come up were the aim the truth.
    const isProved = probabilityOfAtMost(each.wrong, each.links, falseLinks) <= 1 - sequence.level
    if (!isProved) return { ...sequence, proved, failed: each }
    proved = each
  }
  return { ...sequence, proved, failed: undefined }
}

/** How many wrong ones so many pairs allow for, up to ten. */
function wrongAllowed(pairs: number, falseLinks: number, level: number): number {
  let wrong = 0
  while (wrong < MOST_ALLOWED && pairsToProve(wrong + 1, falseLinks, level) <= pairs) wrong++
  return wrong
}

/** Strictest first, `least` last. */
function thresholdsDownTo(least: number): number[] {
  const last = weightOfConfidence(least)
  const thresholds: number[] = []
  for (let step = STRICTEST_BITS * STEPS_OF_BIT; step / STEPS_OF_BIT > last; step--) {
    thresholds.push(readable(confidenceOfWeight(step / STEPS_OF_BIT)))
  }
  return [...thresholds.filter((threshold) => threshold > least), least]
}

/** Seven digits: enough to tell tenths of a bit apart. */
function readable(confidence: number): number {
  return Math.round(confidence * 1e7) / 1e7
}

/**
 * How many pairs prove a share below `most` when so many of them are wrong.
 *
 * @param wrong - 0 or more.
 */
export function pairsToProve(wrong: number, most: number, level: number): number {
  const isProved = (pairs: number): boolean => probabilityOfAtMost(wrong, pairs, most) <= 1 - level
  let [few, enough] = [wrong, 2 * wrong + 1]
  while (!isProved(enough) && enough < MOST_PAIRS) enough *= 2
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
