import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { pairMetrics } from '@utpid/evaluation'
import { type TrainingSet, trainModel } from '@utpid/training'
import { dataPart, type PartContext } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { sum } from '../../harness/statistics.ts'
import { scoreSet } from '../findings/score-set.ts'
import { GEO_ER_SETS, OVERTURE_SET } from '../sets/labelled-sets.ts'
import { type LabelledSet, type QualityPair, readSets } from '../sets/read-sets.ts'

const MIN_OVERTURE_F1 = 0.91
/** Minimum F1 of each set: for training on the other city, and for training on both cities. */
const BARS: Readonly<Record<string, readonly [otherCity: number, bothCities: number]>> = {
  'fsq-edi': [0.94, 0.955],
  'fsq-tor': [0.925, 0.945],
  'yelp-edi': [0.95, 0.965],
  'yelp-tor': [0.945, 0.95],
  [OVERTURE_SET]: [MIN_OVERTURE_F1, MIN_OVERTURE_F1],
}

/**
 * Trains models with `utpid train` on labels of one city, of both cities and of Overture, and tests them on pairs of
 * the other city or on unseen pairs. Training starts from the shipped model, as for a user; none of these models is
 * shipped.
 */
export const citiesPart = dataPart('cities', async (context) => {
  const { sets, skipped } = await readSets(context)
  const four = sets.filter(({ id }) => GEO_ER_SETS.includes(id))
  const overture = sets.filter(({ id }) => id === OVERTURE_SET)
  const cityOf = ({ id }: LabelledSet): string => id.split('-')[1] as string
  const rows: Figure[] = []
  for (const city of new Set(four.map(cityOf))) {
    const own = four.filter((set) => cityOf(set) === city)
    const model = await train(context, city, own)
    const others = four.filter((set) => !own.includes(set))
    rows.push(...others.flatMap((set) => figuresOf(set, model, 'other-city', 'trained on the other city', 0)))
  }
  const model = await train(context, 'both cities', four)
  rows.push(...four.flatMap((set) => figuresOf(set, model, 'both-cities', 'trained on both cities', 1)))
  for (const set of overture) {
    const own = await train(context, set.what, [set])
    rows.push(...figuresOf(set, own, 'own', 'trained on its own train pairs', 1))
  }
  const n = sum([...four, ...overture].map(({ pairs }) => pairs.length))
  return { skipped, n, rows: below('cities', rows) }
})

async function train({ seed, say }: PartContext, name: string, sets: readonly LabelledSet[]): Promise<ScoringModel> {
  say(`cities: training on ${name}`)
  const training = sets.map(({ id, trainPairs }): TrainingSet => ({ name: id, pairs: trainPairs.map(labelled) }))
  const { model } = await trainModel(training, { version: `bench ${name}`, base: DEFAULT_MODEL, seed })
  return model
}

function labelled({ a, b, match }: QualityPair): TrainingSet['pairs'][number] {
  return { left: a.features, right: b.features, match }
}

function figuresOf(set: LabelledSet, model: ScoringModel, how: string, words: string, bar: 0 | 1): Figure[] {
  const { f1, precision, recall, bestF1 } = pairMetrics(scoreSet(set, model), model.thresholds.pair)
  const minF1 = BARS[set.id]?.[bar]
  const what = `${set.what}, ${words}: F1 at \`pair\``
  return below(`${how}.${set.id}`, [
    ['f1', what, f1, 'fraction', minF1 === undefined ? undefined : `>= ${minF1}`],
    ['precision', '... precision', precision, 'fraction'],
    ['recall', '... recall', recall, 'fraction'],
    ['best-f1', '... best F1 of any threshold', bestF1, 'fraction'],
  ])
}
