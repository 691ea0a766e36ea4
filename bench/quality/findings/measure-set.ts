import type { PairScorer } from '@utpid/core/scoring'
import {
  type CurvePoint,
  type PairMetrics,
  pairMetrics,
  precisionRecallCurve,
  type ScoredLabel,
} from '@utpid/evaluation'
import { BASELINES } from '../baselines/baselines.ts'
import { fitBaseline, scoreByBaseline } from '../baselines/fit-baseline.ts'
import type { LabelledSet, QualityPair } from '../sets/read-sets.ts'
import type { MatcherFinding, SetFinding } from './quality-findings.ts'
import { scorePairs } from './score-set.ts'
import { unsurePairs } from './unsure-pairs.ts'

/** A pair with its score by the shipped model. */
export interface JudgedPair extends ScoredLabel {
  readonly pair: QualityPair
}

export interface MeasuredSet {
  readonly finding: SetFinding
  readonly metrics: PairMetrics
  readonly judged: readonly JudgedPair[]
}

/** A chart of some hundred pixels shows no smaller step. */
const CURVE_STEP = 1 / 200

/** Scores of another matcher: for the pairs of a set, and for the pairs on which a threshold may be fitted. */
export interface OtherScores {
  readonly what: string
  readonly pairs: readonly number[]
  readonly trainPairs: readonly number[]
}

/** Measures the shipped model, every baseline and another matcher on the same pairs. */
export function measureSet(set: LabelledSet, scorer: PairScorer, seed: number, other?: OtherScores): MeasuredSet {
  const { thresholds } = scorer.model
  const scores = scorePairs(set, scorer)
  const judged = set.pairs.map((pair, at): JudgedPair => ({ pair, ...(scores[at] as ScoredLabel) }))
  const metrics = pairMetrics(judged, thresholds.pair)
  const unsure = unsurePairs(judged, seed)
  const calledMatch = judged.filter(({ confidence }) => confidence >= thresholds.match)
  const ours = matcherFinding('utpid', 'utpid', `${thresholds.pair}, of the model`, judged, thresholds.pair)
  return {
    finding: {
      id: set.id,
      what: set.what,
      note: set.note,
      pairs: metrics.pairs,
      positives: metrics.positives,
      judgesPrecision: set.judgesPrecision,
      matchers: [ours, ...baselineFindings(set), ...otherFinding(set, other)],
      unsurePairs: unsure.pairs,
      calibration: unsure.bins,
      calibrationGap: unsure.gap,
      falseAboveMatch:
        calledMatch.length === 0 ? null : calledMatch.filter(({ match }) => !match).length / calledMatch.length,
    },
    metrics,
    judged,
  }
}

function baselineFindings(set: LabelledSet): MatcherFinding[] {
  const { pairs, where } = fittedOn(set)
  return BASELINES.map((baseline) => {
    const fitted = fitBaseline(baseline, pairs)
    const scale = Number.isFinite(fitted.scaleMeters) ? `, half at ${fitted.scaleMeters} m` : ''
    const how = `${fitted.threshold.toFixed(2)}${scale}${where}`
    return matcherFinding(
      baseline.id,
      baseline.what,
      how,
      scoreByBaseline(baseline, fitted, set.pairs),
      fitted.threshold,
    )
  })
}

function otherFinding(set: LabelledSet, other: OtherScores | undefined): MatcherFinding[] {
  if (other === undefined) return []
  const { pairs, where } = fittedOn(set)
  const fitting = pairs === set.pairs ? other.pairs : other.trainPairs
  const { bestThreshold } = pairMetrics(labelsOf(pairs, fitting), 1)
  // Without true matches there is no best threshold, and no figure either.
  const threshold = bestThreshold ?? Number.POSITIVE_INFINITY
  const how = `${threshold.toPrecision(4)}${where}`
  return [matcherFinding('other', other.what, how, labelsOf(set.pairs, other.pairs), threshold)]
}

/** Returns the pairs on which thresholds are fitted, with a note if these are also the measured pairs. */
function fittedOn(set: LabelledSet): { pairs: readonly QualityPair[]; where: string } {
  if (set.trainPairs.length > 0) return { pairs: set.trainPairs, where: '' }
  return { pairs: set.pairs, where: ', fitted here' }
}

function labelsOf(pairs: readonly QualityPair[], scores: readonly number[]): ScoredLabel[] {
  return pairs.map(({ match }, at) => ({ match, confidence: scores[at] as number }))
}

function matcherFinding(
  id: string,
  what: string,
  fitted: string,
  labels: readonly ScoredLabel[],
  threshold: number,
): MatcherFinding {
  const { precision, recall, f1, bestF1, prAuc } = pairMetrics(labels, threshold)
  return { id, what, fitted, precision, recall, f1, bestF1, prAuc, curve: thinned(precisionRecallCurve(labels)) }
}

/** Drops invisible steps; a curve may have a point for each of thousands of pairs. */
function thinned(curve: readonly CurvePoint[]): CurvePoint[] {
  const kept: CurvePoint[] = []
  for (const [at, point] of curve.entries()) {
    const last = kept.at(-1)
    const isSeen =
      last === undefined ||
      Math.abs(point.recall - last.recall) >= CURVE_STEP ||
      Math.abs(point.precision - last.precision) >= CURVE_STEP
    if (isSeen || at === curve.length - 1) kept.push(point)
  }
  return kept
}
