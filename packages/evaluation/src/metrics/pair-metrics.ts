/** A labelled pair with the model's confidence. */
export interface ScoredLabel {
  /** 0 to 1. */
  readonly confidence: number
  readonly match: boolean
}

/** Precision and recall: fractions from 0 to 1, or null if the denominator is 0. */
export interface PrecisionRecall {
  /** Share of predicted matches that are true matches; null without predicted matches. */
  readonly precision: number | null
  /** Share of true matches that are predicted as matches; null without true matches. */
  readonly recall: number | null
}

export interface PairMetrics extends PrecisionRecall {
  readonly pairs: number
  readonly positives: number
  /** The confidence from which a pair is predicted as a match. */
  readonly threshold: number
  /** Harmonic mean of precision and recall; null without true matches. */
  readonly f1: number | null
  /** The best F1 over all thresholds, and the highest threshold that reaches this F1. */
  readonly bestF1: number | null
  readonly bestThreshold: number | null
  /** Average precision: the area under the precision-recall steps. */
  readonly prAuc: number | null
  /** Mean squared difference between confidence and truth; 0 is best. */
  readonly brier: number | null
  /** Expected calibration error over 15 bins with equal numbers of pairs; 0 is best. */
  readonly ece: number | null
}

const CALIBRATION_BINS = 15

/** Computes all metrics of a model from the confidences of labelled pairs. The order of the pairs does not matter. */
export function pairMetrics(labels: readonly ScoredLabel[], threshold: number): PairMetrics {
  const steps = thresholdSteps(labels)
  const positives = labels.filter(({ match }) => match).length
  const called = atThreshold(labels, threshold)
  const best = bestStep(steps, positives)
  return {
    pairs: labels.length,
    positives,
    threshold,
    ...precisionRecall(called, positives),
    f1: f1(called, positives),
    bestF1: best === undefined ? null : f1(best, positives),
    bestThreshold: best?.confidence ?? null,
    prAuc: averagePrecision(steps, positives),
    brier: brierScore(labels),
    ece: expectedCalibrationError(labels),
  }
}

/** Returns precision and recall if every pair of at least this confidence is predicted as a match. */
export function precisionRecallAt(labels: readonly ScoredLabel[], threshold: number): PrecisionRecall {
  return precisionRecall(atThreshold(labels, threshold), labels.filter(({ match }) => match).length)
}

/** Precision and recall with one confidence as the threshold. */
export interface CurvePoint {
  readonly confidence: number
  readonly precision: number
  readonly recall: number
}

/**
 * Returns precision and recall at every confidence that occurs, highest first. The result is empty without true
 * matches.
 */
export function precisionRecallCurve(labels: readonly ScoredLabel[]): CurvePoint[] {
  const positives = labels.filter(({ match }) => match).length
  if (positives === 0) return []
  return thresholdSteps(labels).map(({ confidence, predicted, truePositives }) => ({
    confidence,
    precision: truePositives / predicted,
    recall: truePositives / positives,
  }))
}

interface Predicted {
  /** Number of predicted matches. */
  readonly predicted: number
  /** Number of true matches among the predicted matches. */
  readonly truePositives: number
}

interface ThresholdStep extends Predicted {
  /** The lowest confidence among the predicted matches. */
  readonly confidence: number
}

/** Counts the matches with each occurring confidence as threshold, highest first. Equal confidences count together. */
function thresholdSteps(labels: readonly ScoredLabel[]): ThresholdStep[] {
  const sorted = [...labels].sort((a, b) => b.confidence - a.confidence)
  const steps: ThresholdStep[] = []
  let right = 0
  sorted.forEach(({ confidence, match }, at) => {
    if (match) right++
    if (sorted[at + 1]?.confidence !== confidence) steps.push({ confidence, predicted: at + 1, truePositives: right })
  })
  return steps
}

function atThreshold(labels: readonly ScoredLabel[], threshold: number): Predicted {
  const called = labels.filter(({ confidence }) => confidence >= threshold)
  return { predicted: called.length, truePositives: called.filter(({ match }) => match).length }
}

function precisionRecall({ predicted, truePositives }: Predicted, positives: number): PrecisionRecall {
  return {
    precision: predicted === 0 ? null : truePositives / predicted,
    recall: positives === 0 ? null : truePositives / positives,
  }
}

function f1({ predicted, truePositives }: Predicted, positives: number): number | null {
  return positives === 0 ? null : (2 * truePositives) / (predicted + positives)
}

function bestStep(steps: readonly ThresholdStep[], positives: number): ThresholdStep | undefined {
  if (positives === 0) return undefined
  let best: ThresholdStep | undefined
  for (const step of steps) {
    if (best === undefined || (f1(step, positives) ?? 0) > (f1(best, positives) ?? 0)) best = step
  }
  return best
}

function averagePrecision(steps: readonly ThresholdStep[], positives: number): number | null {
  if (positives === 0) return null
  let sum = 0
  let before = 0
  for (const { predicted, truePositives } of steps) {
    sum += (truePositives - before) * (truePositives / predicted)
    before = truePositives
  }
  return sum / positives
}

function brierScore(labels: readonly ScoredLabel[]): number | null {
  if (labels.length === 0) return null
  return labels.reduce((sum, { confidence, match }) => sum + (confidence - Number(match)) ** 2, 0) / labels.length
}

/**
 * Returns the mean difference between mean confidence and share of matches, weighted over bins with equal numbers of
 * pairs. If equal confidences fall into two bins, each bin gets the share of all pairs with this confidence, so that
 * the order of pairs does not matter.
 */
function expectedCalibrationError(labels: readonly ScoredLabel[]): number | null {
  if (labels.length === 0) return null
  const sorted = [...labels].sort((a, b) => a.confidence - b.confidence)
  const shares = sharesOfTies(sorted)
  let sum = 0
  for (let bin = 0; bin < CALIBRATION_BINS; bin++) {
    const from = Math.floor((bin * sorted.length) / CALIBRATION_BINS)
    const to = Math.floor(((bin + 1) * sorted.length) / CALIBRATION_BINS)
    let gap = 0
    for (let at = from; at < to; at++) gap += (sorted[at]?.confidence ?? 0) - (shares[at] ?? 0)
    sum += Math.abs(gap)
  }
  return sum / sorted.length
}

/** Returns for each pair the share of matches among the pairs of equal confidence. */
function sharesOfTies(sorted: readonly ScoredLabel[]): number[] {
  const shares: number[] = []
  for (let from = 0; from < sorted.length; ) {
    let to = from
    let matches = 0
    while (to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence) {
      if (sorted[to]?.match === true) matches++
      to++
    }
    for (let at = from; at < to; at++) shares.push(matches / (to - from))
    from = to
  }
  return shares
}
