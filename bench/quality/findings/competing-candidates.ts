import { confidenceOfWeight, type PairScorer, weightOfConfidence } from '@utpid/core/scoring'
import type { ScoredLabel } from '@utpid/evaluation'
import { CompetingPairs, type WeighedRecords } from '@utpid/training'
import type { QualityPair } from '../sets/read-sets.ts'

/** Whether the score of a pair includes the bits for its competing candidates. */
export type Competing = 'with' | 'without'

/**
 * Returns the scores of a set's pairs with their competing candidates: the other pairs of the set with one of the two
 * records. A set of single pairs has no candidates, so its scores do not change.
 *
 * @param rivals - All pairs of the set, of which only the records are used.
 */
export function withCompetingCandidates(
  pairs: readonly QualityPair[],
  rivals: readonly QualityPair[],
  scores: readonly ScoredLabel[],
  scorer: PairScorer,
): readonly ScoredLabel[] {
  if (scorer.model.competition === undefined || rivals.length === 0) return scores
  const weigh = ({ a, b }: QualityPair): WeighedRecords => {
    return { left: a.features, right: b.features, weight: scorer.score(a.features, b.features).weight }
  }
  const minWeight = weightOfConfidence(scorer.model.thresholds.review)
  const weighed = pairs.map(weigh)
  const competing = new CompetingPairs([...weighed, ...rivals.map(weigh)], minWeight)
  return scores.map((score, at) => {
    const weight = weighed[at]?.weight ?? 0
    if (weight < minWeight) return score
    const { bits } = scorer.competition(weight, competing.competitorOf(at))
    return { ...score, confidence: confidenceOfWeight(weight + bits) }
  })
}
