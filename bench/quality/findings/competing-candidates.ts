import type { PairScorer } from '@utpid/core/scoring'
import type { ScoredLabel } from '@utpid/evaluation'
import type { QualityPair } from '../sets/read-sets.ts'

/** Whether the score of a pair includes terms for its competing candidates. */
export type Competing = 'with' | 'without'

/**
 * Returns the scores of a set's pairs with their competing candidates: the other pairs of the set with one of the two
 * records.
 *
 * This is the only place of the benchmark that knows about competing candidates. The scorer has no such term, so the
 * scores do not change.
 */
export function withCompetingCandidates(
  _pairs: readonly QualityPair[],
  scores: readonly ScoredLabel[],
  _scorer: PairScorer,
): readonly ScoredLabel[] {
  return scores
}
