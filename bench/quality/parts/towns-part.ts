import { join } from 'node:path'
import { DEFAULT_MODEL, PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import { isTownForTraining } from '@utpid/evaluation'
import { readFeedRecords } from '../../../scripts/model/feed-records.ts'
import { namesakesOutsideTraining } from '../../../scripts/model/unplaced-set.ts'
import { type FeedRow, readRows, withoutCode } from '../../feeds/feed-rows.ts'
import { FRENCH_FEED, FRENCH_SOURCE, feedPath } from '../../feeds/paris.ts'
import { inMemory } from '../../feeds/registries.ts'
import { dataPart } from '../../harness/part.ts'
import { below } from '../../harness/row.ts'

const INPUTS_PER_BATCH = 2_000
/**
 * Departments outside the training have odd numbers. Their number modulo this splits them: 1, 5, 9 are in the registry,
 * 3, 7, 11 are match inputs.
 */
const QUARTERS = 4
/** All levels of the city comparison, except the level for clearly different cities. */
const HARD_CITIES: readonly string[] = ['same', 'same_name', 'contained', 'alike', 'near']

/**
 * Matches hotels of one country by name, category, city and country in a registry of other departments. Every match is
 * therefore wrong. Most wrong matches are with a hotel of the same name.
 */
export const townsPart = dataPart('towns', async ({ data, say }) => {
  const [stored, matchInputs] = await halves(data)
  say(`towns: matching ${matchInputs.length} hotels among ${stored.length} of other departments`)
  await using filled = await inMemory(stored)
  const decisions: (string | null)[] = []
  for (let from = 0; from < matchInputs.length; from += INPUTS_PER_BATCH) {
    const inputs = matchInputs.slice(from, from + INPUTS_PER_BATCH).map(withoutCode)
    decisions.push(...(await filled.registry.mapBatch(inputs)).map(({ decision }) => decision))
  }
  const share = (decision: string): number => decisions.filter((each) => each === decision).length / matchInputs.length
  const { pairs, linked } = await neighbouringNamesakes(data)
  const asked = 'hotels without a place, asked for among those of other departments'
  const neighbours = 'pairs of hotels of one name in two neighbouring towns, or in two towns of one name'
  const rows = below('towns', [
    ['asked', asked, matchInputs.length, 'count'],
    ['linked', '... wrongly linked', share('match'), 'fraction'],
    ['review', '... shown to a person', share('review'), 'fraction'],
    ['neighbours', neighbours, pairs, 'count'],
    ['neighbours-linked', '... from `match` on', linked / pairs, 'fraction'],
  ])
  return { n: stored.length + matchInputs.length, rows }
})

/** Uses name, category, city and, for every second record, postcode. Two entries of one register are two hotels. */
async function neighbouringNamesakes(data: string): Promise<{ pairs: number; linked: number }> {
  const records = await readFeedRecords(join(data, 'feeds'))
  const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
  let [pairs, linked] = [0, 0]
  for (const { left, right } of namesakesOutsideTraining(records.get(FRENCH_SOURCE) ?? new Map())) {
    const city = scorer.levels(left, right).find(({ comparison }) => comparison.name === 'city')
    if (city === undefined || !HARD_CITIES.includes(city.level)) continue
    pairs++
    if (scorer.score(left, right).confidence >= DEFAULT_MODEL.thresholds.match) linked++
  }
  return { pairs, linked }
}

/** Returns hotels of a supplier without coordinates: those in the registry, and the match inputs. */
async function halves(data: string): Promise<[stored: FeedRow[], inputs: FeedRow[]]> {
  const [stored, matchInputs]: [FeedRow[], FeedRow[]] = [[], []]
  for (const { code, name, category, location } of await readRows(feedPath(data, FRENCH_FEED))) {
    const { city, postalCode } = (location ?? {}) as { readonly city?: string; readonly postalCode?: string }
    if (city === undefined || isTownForTraining(postalCode) !== false) continue
    const half = Number(postalCode?.slice(0, 2)) % QUARTERS === 1 ? stored : matchInputs
    half.push({ supplier: 'register', code, name, category, location: { city, country: 'FR' } })
  }
  return [stored, matchInputs]
}
