import type { Thresholds } from '@utpid/core/scoring'
import { type Aims, MAX_MATCH, MIN_MATCH, MIN_REVIEW } from '../thresholds/choose-thresholds.ts'

/** Figures of a model that are estimated without labels. */
export interface ExpectedFigures {
  /** Candidates at the `match` threshold or above. */
  readonly links: number
  /** Expected share of matches among these links; null without links. */
  readonly precision: number | null
  /** Expected share of the matches among candidates that are links; null without matches. */
  readonly recall: number | null
  /** Expected F1 at the `pair` threshold; null without matches. */
  readonly f1: number | null
}

const HUNDREDTHS = 100
/**
 * The share of the non-matching candidates that a set of labelled pairs contains. Authors of sets draw some of the
 * non-matches, and nearly all matches; `pair` is the threshold for such sets. Chosen on validation pairs of four sets.
 */
const SHARE_OF_NON_MATCHES = 0.25
/** Differences of F1 up to this value are due to chance. */
const EQUAL_F1 = 0.001

/** Sums of the candidates at a threshold or above, highest confidence first. */
interface Step {
  readonly confidence: number
  readonly links: number
  readonly matches: number
}

/**
 * Chooses thresholds by expected instead of labelled matches: `match` and `review` for the aims, see
 * `chooseDecisionThresholds`, and `pair` for the best F1.
 */
export class ExpectedThresholds {
  readonly #steps: readonly Step[]
  readonly #matches: number

  /** @param confidences - Calibrated confidences of the candidates. */
  constructor(confidences: Float64Array) {
    let matches = 0
    const steps: Step[] = []
    for (const [at, confidence] of confidences.toSorted((a, b) => b - a).entries()) {
      matches += confidence
      steps.push({ confidence, links: at + 1, matches })
    }
    this.#steps = steps
    this.#matches = matches
  }

  choose(aims: Aims): Pick<Thresholds, 'match' | 'review' | 'pair'> {
    let match = MAX_MATCH
    for (let threshold = MAX_MATCH; threshold >= MIN_MATCH; threshold = round(threshold - 0.001)) {
      const { links, matches } = this.#above(threshold)
      if (links > 0 && (links - matches) / links <= aims.falseLinks) match = threshold
    }
    const linked = this.#above(match)
    let review = match
    for (let threshold = match; threshold >= MIN_REVIEW; threshold = round(threshold - 0.01)) {
      const above = this.#above(threshold)
      const alerts = above.links - linked.links
      if (alerts === 0 || (above.matches - linked.matches) / alerts >= aims.trueAlerts) review = threshold
    }
    return { match, review, pair: this.#bestPair() }
  }

  /** Returns what the model is expected to reach with thresholds. */
  figures({ match, pair }: Pick<Thresholds, 'match' | 'pair'>): ExpectedFigures {
    const linked = this.#above(match)
    return {
      links: linked.links,
      precision: linked.links === 0 ? null : linked.matches / linked.links,
      recall: this.#matches === 0 ? null : linked.matches / this.#matches,
      f1: this.#matches === 0 ? null : this.#f1(this.#above(pair), 1),
    }
  }

  #bestPair(): number {
    const thresholds = Array.from({ length: HUNDREDTHS - 1 }, (_, at) => (at + 1) / HUNDREDTHS)
    const reached = thresholds.map((threshold) => this.#f1(this.#above(threshold), SHARE_OF_NON_MATCHES))
    const most = Math.max(...reached)
    const good = thresholds.filter((_, at) => (reached[at] as number) >= most - EQUAL_F1)
    return good[good.length >> 1] as number
  }

  #f1({ links, matches }: Omit<Step, 'confidence'>, shareOfNonMatches: number): number {
    return (2 * matches) / (matches + shareOfNonMatches * (links - matches) + this.#matches)
  }

  #above(threshold: number): Omit<Step, 'confidence'> {
    let [low, high] = [0, this.#steps.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#steps[middle] as Step).confidence >= threshold) low = middle + 1
      else high = middle
    }
    return this.#steps[low - 1] ?? { links: 0, matches: 0 }
  }
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}
