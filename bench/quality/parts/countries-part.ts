import type { ScoringModel } from '@utpid/core/scoring'
import { dataPart } from '../../harness/part.ts'
import { below, type Figure } from '../../harness/row.ts'
import { scoreTrainingPairs } from '../findings/score-training.ts'
import { trainedWithoutCountry } from '../findings/trained-models.ts'
import { LINK_KINDS, type LinkedPair, linkedPairs } from '../sets/linked-pairs.ts'
import { readSets } from '../sets/read-sets.ts'
import { TARGETS, towards } from '../targets/targets.ts'

const MIN_POSITIVES = 300

/**
 * Tests models on a country that their training excludes. The positives of the country were linked by a telephone, a
 * web host or an identifier, and all contacts and identifiers are hidden.
 */
export const countriesPart = dataPart('countries', async (context) => {
  const { sets, skipped } = await readSets(context)
  const byCountry = new Map<string, LinkedPair[]>()
  for (const pair of await linkedPairs(context.data, sets)) {
    const own = byCountry.get(pair.country)
    if (own === undefined) byCountry.set(pair.country, [pair])
    else own.push(pair)
  }
  const large = [...byCountry].filter(([, pairs]) => positivesOf(pairs) >= MIN_POSITIVES)
  const rows: Figure[] = [
    ['countries', `countries with ${MIN_POSITIVES} linked positives and more`, large.length, 'count'],
  ]
  for (const [country, pairs] of large.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const model = await trainedWithoutCountry(country, context)
    rows.push(...below(country.toLowerCase(), figuresOf(country, pairs, model)))
  }
  return { skipped, n: large.reduce((all, [, pairs]) => all + pairs.length, 0), rows: below('countries', rows) }
})

function figuresOf(country: string, pairs: readonly LinkedPair[], model: ScoringModel): Figure[] {
  const scores = scoreTrainingPairs(pairs, model)
  const isFound = (at: number): boolean => (scores[at]?.confidence ?? 0) >= model.thresholds.match
  const found = pairs.filter((_, at) => isFound(at))
  const recallOf = (isOwn: (pair: LinkedPair) => boolean): number =>
    positivesOf(found.filter(isOwn)) / positivesOf(pairs.filter(isOwn))
  const kinds = LINK_KINDS.flatMap((kind): Figure[] => {
    const isOwn = (pair: LinkedPair): boolean => pair.kind === kind
    const positives = positivesOf(pairs.filter(isOwn))
    if (positives === 0) return []
    const wrong = found.filter((pair) => isOwn(pair) && !pair.match).length
    return [
      [`${kind}.positives`, `... ${kind}: linked positives`, positives, 'count'],
      [`${kind}.recall`, `... ${kind}: recall at \`match\``, recallOf(isOwn), 'fraction'],
      [`${kind}.wrong`, `... ${kind}: wrong joins`, wrong, 'count'],
    ]
  })
  const what = `${country}, trained without it, contacts hidden`
  return [
    ['positives', `${what}: linked positives`, positivesOf(pairs), 'count'],
    ['negatives', '... negatives', pairs.length - positivesOf(pairs), 'count'],
    towards(TARGETS.countryRecall, ['recall', '... recall at `match`', recallOf(() => true), 'fraction']),
    ['wrong', '... wrong joins', found.length - positivesOf(found), 'count', '= 0'],
    ...kinds,
  ]
}

function positivesOf(pairs: readonly LinkedPair[]): number {
  return pairs.filter(({ match }) => match).length
}
