import { type PairEnd, type PairMetrics, type PrecisionRecall, pairMetrics, precisionRecallAt } from '@utpid/evaluation'
import type { PairExplanation } from '../explain-pair.ts'
import { explainScoredPair, type ScoredPair, type ScorePairsOptions } from './score-labelled-pairs.ts'
import { noPairUsed, type ScorePairFilesOptions, scorePairFiles } from './score-pair-files.ts'

export interface EvaluatePairsOptions extends ScorePairFilesOptions {
  /** 0 to 1. Default: the model's `pair` threshold. */
  readonly threshold?: number
  /** Whether to add a row over all files together. */
  readonly total: boolean
  /** Maximum misclassified pairs to list for each file. */
  readonly missesListed: number
}

/** The results of a model on one file of labelled pairs. */
export interface PairEvaluation extends PairMetrics {
  readonly file: string
  /** Precision and recall at the model's `match` threshold, from which pairs are linked automatically. */
  readonly atMatch: PrecisionRecall
  /** Pairs that are read, compared and scored per second; null when nothing was timed. */
  readonly pairsPerSecond: number | null
  readonly misses?: readonly PairMiss[]
}

/** A pair that is misclassified at the threshold. */
export interface PairMiss extends PairExplanation {
  readonly line: number
  readonly match: 0 | 1
  readonly a: unknown
  readonly b: unknown
}

/** Name of the row for all files. */
export const TOTAL = 'all files'

/**
 * Scores files of labelled pairs with a model, without a registry.
 *
 * @throws FeedError when a file cannot be read at all; CliError for a wrong label or threshold, and when no pair can be
 *   used.
 */
export async function evaluatePairs(options: EvaluatePairsOptions): Promise<PairEvaluation[]> {
  const rows: PairEvaluation[] = []
  const all: ScoredPair[] = []
  let seconds = 0
  let scoring: ScorePairsOptions | undefined
  for await (const scored of scorePairFiles(options)) {
    rows.push(evaluationOf(scored.file, scored.pairs, scored.seconds, options, scored.scoring))
    if (options.total) for (const pair of scored.pairs) all.push(pair)
    seconds += scored.seconds
    scoring = scored.scoring
  }
  if (rows.every(({ pairs }) => pairs === 0)) throw noPairUsed(options)
  if (options.total && scoring !== undefined) {
    rows.push(evaluationOf(TOTAL, all, seconds, { ...options, missesListed: 0 }, scoring))
  }
  return rows
}

function evaluationOf(
  file: string,
  scored: readonly ScoredPair[],
  seconds: number,
  { model, threshold = model.thresholds.pair, missesListed }: EvaluatePairsOptions,
  scoring: ScorePairsOptions,
): PairEvaluation {
  return {
    file,
    ...pairMetrics(scored, threshold),
    atMatch: precisionRecallAt(scored, model.thresholds.match),
    pairsPerSecond: scored.length === 0 || seconds === 0 ? null : Math.round(scored.length / seconds),
    ...(missesListed === 0 ? {} : { misses: missesOf(scored, threshold, missesListed, scoring) }),
  }
}

/** Returns the misclassified pairs. Pairs furthest from the threshold come first. */
function missesOf(
  scored: readonly ScoredPair[],
  threshold: number,
  limit: number,
  scoring: ScorePairsOptions,
): PairMiss[] {
  return scored
    .filter(({ match, confidence }) => match !== confidence >= threshold)
    .sort((x, y) => Math.abs(y.confidence - threshold) - Math.abs(x.confidence - threshold) || x.line - y.line)
    .slice(0, limit)
    .map((pair) => ({
      line: pair.line,
      match: pair.match ? 1 : 0,
      a: endForOutput(pair.a),
      b: endForOutput(pair.b),
      ...explainScoredPair(pair, scoring),
    }))
}

/** Returns an end of a pair in the form of its file. */
export function endForOutput(end: PairEnd): unknown {
  return 'row' in end ? end.row : [end.source, end.id, end.name]
}
