import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { type TrainingSet, trainModel } from '@utpid/training'
import { type ShippedTraining, shippedTraining } from '../../../scripts/model/shipped-training.ts'
import type { DataContext } from '../../harness/part.ts'
import type { LabelledSet, QualityPair } from '../sets/read-sets.ts'

type Pair = TrainingSet['pairs'][number]

/** Models of this run by their description: several parts use the same model. */
const trained = new Map<string, Promise<ScoringModel>>()
const reads = new Map<string, Promise<ShippedTraining>>()

/**
 * Trains a model with `utpid train` on the train pairs of sets. The training starts from the shipped model, as for a
 * user.
 *
 * @param name - Names the sets, such as a city. One name always stands for the same sets.
 */
export function trainedOn(
  name: string,
  sets: readonly LabelledSet[],
  { seed, say }: DataContext,
): Promise<ScoringModel> {
  return once(trained, `on ${name}`, async () => {
    say(`training on ${name}`)
    const training = sets.map(({ id, trainPairs, rivals }): TrainingSet => {
      return { name: id, pairs: trainPairs.map(labelled), unlabelled: rivals.map(labelled) }
    })
    return (await trainModel(training, { version: `bench ${name}`, base: DEFAULT_MODEL, seed })).model
  })
}

/**
 * Trains a model like the shipped model, without some pairs.
 *
 * @param name - Names the pairs that are left out. One name always stands for the same pairs.
 * @param isLeftOut - Decides about a pair of a training set.
 */
export function trainedWithout(
  name: string,
  isLeftOut: (set: TrainingSet, pair: Pair) => boolean,
  { data, say }: DataContext,
): Promise<ScoringModel> {
  return once(trained, `without ${name}`, async () => {
    const { sets, candidates, options } = await shippedSets(data)
    say(`training without ${name}`)
    const kept = sets
      .map((set): TrainingSet => ({ ...set, pairs: set.pairs.filter((pair) => !isLeftOut(set, pair)) }))
      .filter(({ pairs }) => pairs.length > 0)
    const names = kept.map((set) => set.name)
    const own = candidates.filter((candidate) => names.includes(candidate))
    return (await trainModel(kept, { ...options, candidates: own })).model
  })
}

/** Trains a model like the shipped model, without all pairs of a country. */
export function trainedWithoutCountry(country: string, context: DataContext): Promise<ScoringModel> {
  const isThere = (_: TrainingSet, { left, right }: Pair): boolean =>
    left.country === country || right.country === country
  return trainedWithout(country, isThere, context)
}

/** Reads the training sets of the shipped model, once in a run. */
export function shippedSets(data: string): Promise<ShippedTraining> {
  return once(reads, data, () => shippedTraining(data))
}

function once<Result>(known: Map<string, Promise<Result>>, key: string, make: () => Promise<Result>): Promise<Result> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

function labelled({ a, b, match }: QualityPair): Pair {
  return { left: a.features, right: b.features, match }
}
