import {
  type CompetitionBits,
  competitionLevel,
  confidenceOfWeight,
  type Profile,
  type ScoringModel,
  type Thresholds,
  weightOfConfidence,
} from '@utpid/core/scoring'
import { CompetingPairs, type WeighedRecords } from '../sets/competing-pairs.ts'
import { type Aims, chooseDecisionThresholds } from '../thresholds/choose-thresholds.ts'
import { type CompetingPair, fitCompetition } from '../weights/fit-competition.ts'

/** A candidate set with the weights of a model that has not seen its pairs. */
export interface CompetingSet {
  readonly name: string
  readonly pairs: readonly CompetingLabel[]
  /** True if the records were chosen because they have a match. */
  readonly chosenByMatch: boolean
  /** Pairs without labels, which only compete. */
  readonly others: readonly WeighedRecords[]
}

export interface CompetingLabel extends WeighedRecords {
  readonly match: boolean
  readonly profile: Profile
}

/** The bits of competition with the thresholds that fit them. */
export interface LearnedCompetition {
  readonly competition: CompetitionBits | undefined
  readonly thresholds: Thresholds
  /** The weights of the labelled pairs with the bits of competition, by the name of their set. */
  readonly weightsOf: ReadonlyMap<string, readonly number[]>
}

/** Share of the records of one source that have a match in the other source, for sets chosen by matches. */
export const COVERAGE: number = 0.5
/** The bits depend on `review`, from which pairs compete, and `review` on the bits. Two rounds are enough in practice. */
const ROUNDS = 2

/**
 * Learns the bits of competition from candidate sets, and chooses the thresholds for the resulting confidences. With too
 * few pairs, the bits of the base model stay.
 *
 * @param mainOf - Selects the pairs that choose the thresholds.
 */
export function learnCompetition(
  sets: readonly CompetingSet[],
  base: ScoringModel,
  aims: Aims,
  mainOf: <Pair extends { readonly profile: Profile; readonly match: boolean }>(
    pairs: readonly Pair[],
  ) => readonly Pair[],
): LearnedCompetition {
  const choose = (weights: ReadonlyMap<string, readonly number[]>): Thresholds => {
    const scored = sets.flatMap(({ name, pairs, chosenByMatch }) =>
      pairs.map(({ match, profile }, at) => ({
        profile,
        match,
        confidence: confidenceOfWeight(weights.get(name)?.[at] as number),
        share: chosenByMatch && match ? COVERAGE : 1,
      })),
    )
    return { ...base.thresholds, ...chooseDecisionThresholds(mainOf(scored), aims) }
  }
  let weightsOf = new Map(sets.map(({ name, pairs }) => [name, pairs.map(({ weight }) => weight)]))
  let thresholds = choose(weightsOf)
  let competition = base.competition
  for (let round = 0; round < ROUNDS; round++) {
    const minWeight = weightOfConfidence(thresholds.review)
    const competing = sets.map(({ pairs, others }) => new CompetingPairs([...pairs, ...others], minWeight))
    const observed = sets.flatMap((set, at) => observations(set, competing[at] as CompetingPairs, minWeight))
    competition = fitCompetition(observed) ?? base.competition
    const bits = competition
    if (bits === undefined) break
    weightsOf = new Map(
      sets.map(({ name, pairs }, set) => [
        name,
        pairs.map(({ weight }, at) =>
          weight >= minWeight ? weight + bits[competitionLevel(weight, competing[set]?.competitorOf(at))] : weight,
        ),
      ]),
    )
    thresholds = choose(weightsOf)
  }
  return { competition, thresholds, weightsOf }
}

/**
 * Returns the pairs of a set that reach a weight, with their competitors. In a set chosen by matches, a pair counts as
 * often as it would if only a share of the records had their match in the other source.
 */
function observations(set: CompetingSet, competing: CompetingPairs, minWeight: number): CompetingPair[] {
  return set.pairs.flatMap(({ weight, match }, at): CompetingPair[] => {
    if (weight < minWeight) return []
    if (!set.chosenByMatch) return [{ weight, match, competitor: competing.competitorOf(at), share: 1 }]
    if (match) return [{ weight, match, competitor: competing.competitorOf(at), share: COVERAGE }]
    return [false, true].flatMap((left) =>
      [false, true].map((right): CompetingPair => {
        const share = (left ? 1 - COVERAGE : COVERAGE) * (right ? 1 - COVERAGE : COVERAGE)
        return { weight, match, competitor: competing.competitorOf(at, { left, right }), share }
      }),
    )
  })
}
