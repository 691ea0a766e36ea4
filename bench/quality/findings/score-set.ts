import { DEFAULT_MODEL, PairScorer, type ScoringModel, termFrequencyOf } from '@utpid/core/scoring'
import type { PairMetrics, ScoredLabel } from '@utpid/evaluation'
import type { Figure } from '../../harness/row.ts'
import { type LabelledSet, recordsOf } from '../sets/read-sets.ts'
import { type Competing, withCompetingCandidates } from './competing-candidates.ts'

/** Returns a scorer with the term frequencies of a registry of the set's records. */
export function scorerOf(set: LabelledSet, model: ScoringModel = DEFAULT_MODEL): PairScorer {
  return new PairScorer(model, termFrequencyOf(recordsOf(set)))
}

/** Scores the pairs of a set with a model. */
export function scoreSet(set: LabelledSet, model?: ScoringModel, competing?: Competing): readonly ScoredLabel[] {
  return scorePairs(set, scorerOf(set, model), competing)
}

/** Scores all pairs of a set. */
export function scorePairs(
  { pairs, rivals }: Pick<LabelledSet, 'pairs' | 'rivals'>,
  scorer: PairScorer,
  competing: Competing = 'with',
): readonly ScoredLabel[] {
  const scores = pairs.map(({ a, b, match }): ScoredLabel => {
    return { match, confidence: scorer.score(a.features, b.features).confidence }
  })
  return competing === 'with' ? withCompetingCandidates(pairs, rivals, scores, scorer) : scores
}

/**
 * Returns the number of pairs, F1, precision and recall; only the number if no pair matches.
 *
 * @param more - Continues the label of the number of pairs.
 */
export function metricFigures(what: string, more: string, metrics: PairMetrics): Figure[] {
  const { pairs, positives, f1, precision, recall } = metrics
  if (positives === 0) return [['pairs', `${what}: pairs, none of them the same`, pairs, 'count']]
  return [
    ['pairs', `${what}: pairs${more}`, pairs, 'count'],
    ['positives', '... that are the same', positives, 'count'],
    ['f1', '... F1', f1, 'fraction'],
    ['precision', '... precision', precision, 'fraction'],
    ['recall', '... recall', recall, 'fraction'],
  ]
}
