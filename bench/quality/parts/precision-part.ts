import { DEFAULT_MODEL, type ScoringModel } from '@utpid/core/scoring'
import { precisionRecallAt, type ScoredLabel } from '@utpid/evaluation'
import type { TrainingSet } from '@utpid/training'
import { type DataContext, dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { sum } from '../../harness/statistics.ts'
import { scoreSet } from '../findings/score-set.ts'
import { scoreTrainingPairs } from '../findings/score-training.ts'
import { shippedSets, trainedOn, trainedWithout, trainedWithoutCountry } from '../findings/trained-models.ts'
import { FEEDS_SET, OVERTURE_SET } from '../sets/labelled-sets.ts'
import { cityOf, otherCities, placeSets } from '../sets/place-sets.ts'
import { type LabelledSet, readSets } from '../sets/read-sets.ts'
import { TARGETS, towards } from '../targets/targets.ts'

const FRANCE = 'FR'

/** A set of pairs, scored by a model that has seen neither its city nor its origin. */
interface Unseen {
  readonly id: string
  readonly what: string
  /** The model, for people. */
  readonly by: string
  readonly match: number
  readonly labels: readonly ScoredLabel[]
  /** A set with too few pairs for a bar: a check only. */
  readonly isSmall?: true
}

/** Measures the precision of links from `match` on, of each set by a model without its city or origin. */
export const precisionPart = dataPart('precision', async (context) => {
  const { sets, skipped } = await readSets(context)
  const unseen = [...(await places(sets, context)), ...(await ofOrigins(sets, context)), ...smallSets(sets)]
  const rows = unseen.flatMap((each) => below(`precision.${each.id}`, figuresOf(each)))
  return { skipped, n: sum(unseen.map(({ labels }) => labels.length)), rows }
})

async function places(sets: readonly LabelledSet[], context: DataContext): Promise<Unseen[]> {
  const four = placeSets(sets)
  const unseen: Unseen[] = []
  for (const set of four) {
    const others = otherCities(set, four)
    const [city] = others.map(cityOf)
    if (city === undefined) continue
    unseen.push(unseenSet(set, await trainedOn(city, others, context), 'trained on the other city'))
  }
  return unseen
}

/** Returns the sets of the shipped model's own origins, each scored by a model that was trained without it. */
async function ofOrigins(sets: readonly LabelledSet[], context: DataContext): Promise<Unseen[]> {
  const unseen: Unseen[] = []
  for (const set of sets) {
    if (set.id === OVERTURE_SET) {
      const isOverture = ({ name }: TrainingSet): boolean => name === 'Overture places'
      const model = await trainedWithout('Overture places', isOverture, context)
      // The train pairs are unseen too.
      const whole = { ...set, pairs: [...set.pairs, ...set.trainPairs] }
      unseen.push(unseenSet(whole, model, 'trained without Overture'))
    } else if (set.id === FEEDS_SET) {
      unseen.push(unseenSet(set, await trainedWithoutCountry(FRANCE, context), 'trained without France'))
    }
  }
  const isOfAirports = ({ name }: TrainingSet): boolean => name.includes('feeds of airports')
  const airports = (await shippedSets(context.data)).sets.find(
    ({ name }) => name === 'candidates of two feeds of airports',
  )
  if (airports !== undefined) {
    const model = await trainedWithout('airports', isOfAirports, context)
    const labels = scoreTrainingPairs(airports.pairs, model)
    unseen.push({
      id: 'airports',
      what: 'airports',
      by: 'trained without airports',
      match: model.thresholds.match,
      labels,
    })
  }
  return unseen
}

/** Returns sets that are only a check, scored by the shipped model, which has not seen them. */
function smallSets(sets: readonly LabelledSet[]): Unseen[] {
  const small = sets.filter(({ id }) => id === 'restaurants' || id === 'synthetic')
  return small.map((set): Unseen => ({ ...unseenSet(set, DEFAULT_MODEL, 'shipped model'), isSmall: true }))
}

function unseenSet(set: LabelledSet, model: ScoringModel, by: string): Unseen {
  return { id: set.id, what: set.what, by, match: model.thresholds.match, labels: scoreSet(set, model) }
}

function figuresOf({ what, by, match, labels, isSmall }: Unseen): Figure[] {
  const { precision, recall } = precisionRecallAt(labels, match)
  const links = labels.filter(({ confidence }) => confidence >= match).length
  const figure: Figure = ['at-match', `${what}, ${by}: precision from \`match\` on`, precision, 'fraction']
  return [
    isSmall === true ? figure : towards(TARGETS.precisionAtMatch, figure),
    ['links', '... links', links, 'count'],
    ['recall', '... recall', recall, 'fraction'],
  ]
}
