import type { ScoringModel } from '@utpid/core/scoring'
import { type PairMetrics, pairMetrics } from '@utpid/evaluation'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { mean, sum } from '../../harness/statistics.ts'
import type { Competing } from '../findings/competing-candidates.ts'
import { scoreSet } from '../findings/score-set.ts'
import { trainedOn } from '../findings/trained-models.ts'
import { cityOf, otherCities, placeSets } from '../sets/place-sets.ts'
import { type LabelledSet, readSets } from '../sets/read-sets.ts'
import { OTHER_CITY, towards } from '../targets/targets.ts'

/** Minimum F1 of each set for a model of both cities. */
const BOTH_CITIES: Readonly<Record<string, number>> = {
  'fsq-edi': 0.955,
  'fsq-tor': 0.945,
  'yelp-edi': 0.965,
  'yelp-tor': 0.95,
}

/**
 * Trains models with `utpid train` on labels of one city and of both cities, and tests them on pairs of the other city
 * or on unseen pairs. None of these models is shipped.
 */
export const citiesPart = dataPart('cities', async (context) => {
  const { sets, skipped } = await readSets(context)
  const four = placeSets(sets)
  const otherCity: { readonly set: LabelledSet; readonly model: ScoringModel }[] = []
  for (const set of four) {
    const others = otherCities(set, four)
    if (others.length === 0) continue
    otherCity.push({ set, model: await trainedOn(others.map(cityOf)[0] as string, others, context) })
  }
  const rows = otherCity.flatMap(({ set, model }) => otherCityFigures(set, model))
  for (const competing of ['with', 'without'] as const) {
    const all = otherCity.map(({ set, model }) => metricsOf(set, model, competing).f1 ?? 0)
    // A mean of fewer sets would look like a mean of four.
    const value = all.length === four.length && all.length > 0 ? mean(all) : null
    rows.push([
      `other-city.mean-f1.${competing}`,
      `mean F1, trained on the other city, ${words(competing)}`,
      value,
      'fraction',
    ])
  }
  const both = await trainedOn('both cities', four, context)
  rows.push(...four.flatMap((set) => bothCitiesFigures(set, both)))
  return { skipped, n: sum(four.map(({ pairs }) => pairs.length)), rows: below('cities', rows) }
})

function otherCityFigures(set: LabelledSet, model: ScoringModel): Figure[] {
  const metrics = metricsOf(set, model, 'with')
  const { f1 } = metricsOf(set, model, 'without')
  const what = `${set.what}, trained on the other city: F1 at \`pair\``
  const targets = OTHER_CITY[set.id]
  const figure = (competing: Competing, row: Figure): Figure =>
    targets === undefined ? row : towards(targets[competing], row)
  return below(`other-city.${set.id}`, [
    figure('with', ['f1', what, metrics.f1, 'fraction']),
    figure('without', ['f1-without', `... ${words('without')}`, f1, 'fraction']),
    ...otherFigures(metrics),
  ])
}

function bothCitiesFigures(set: LabelledSet, model: ScoringModel): Figure[] {
  const metrics = metricsOf(set, model, 'with')
  const min = BOTH_CITIES[set.id]
  const what = `${set.what}, trained on both cities: F1 at \`pair\``
  return below(`both-cities.${set.id}`, [
    ['f1', what, metrics.f1, 'fraction', min === undefined ? undefined : `>= ${min}`],
    ...otherFigures(metrics),
  ])
}

function otherFigures({ precision, recall, bestF1 }: PairMetrics): Figure[] {
  return [
    ['precision', '... precision', precision, 'fraction'],
    ['recall', '... recall', recall, 'fraction'],
    ['best-f1', '... best F1 of any threshold', bestF1, 'fraction'],
  ]
}

function metricsOf(set: LabelledSet, model: ScoringModel, competing: Competing): PairMetrics {
  return pairMetrics(scoreSet(set, model, competing), model.thresholds.pair)
}

function words(competing: Competing): string {
  return `${competing} competing candidates`
}
