import { PairScorer, type RecordFeatures, type ScoringModel, termFrequencyOf } from '@utpid/core/scoring'
import type { TrainingSet } from '@utpid/training'
import { fieldPattern } from './field-pattern.ts'
import type { PriorLabel } from './share-of-matches.ts'

/** A scored pair with the prior of its model and the fields that both records have. */
export interface PatternLabel extends PriorLabel {
  readonly pattern: string
}

/** Scores pairs with the term frequencies of a registry of their records. */
export function scoreTrainingPairs(pairs: TrainingSet['pairs'], model: ScoringModel): PatternLabel[] {
  const records = new Set<RecordFeatures>()
  for (const { left, right } of pairs) records.add(left).add(right)
  const scorer = new PairScorer(model, termFrequencyOf(records))
  return pairs.map(({ left, right, match }) => {
    return { match, confidence: scorer.score(left, right).confidence, ...priorAndPattern(left, right, scorer) }
  })
}

export function priorAndPattern(
  left: RecordFeatures,
  right: RecordFeatures,
  scorer: PairScorer,
): Pick<PatternLabel, 'prior' | 'pattern'> {
  return { prior: scorer.priorOf(left, right), pattern: fieldPattern(left, right) }
}
