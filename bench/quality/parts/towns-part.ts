import { join } from 'node:path'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, type MatchResult } from '@utpid/core'
import { DEFAULT_MODEL, PairScorer, shippedTermFrequency } from '@utpid/core/scoring'
import { isTownForTraining } from '@utpid/evaluation'
import { readFeed } from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { readFeedRecords } from '../../../scripts/model/feed-records.ts'
import { namesakesOutsideTraining } from '../../../scripts/model/unplaced-set.ts'
import { FRENCH_SOURCE, feedPath, PARIS_FEEDS } from '../../feeds/paris-feeds.ts'
import type { Part, PartResult } from '../../harness/part.ts'
import { plainRow } from '../../harness/row.ts'

const INPUTS_PER_BATCH = 2_000
/**
 * Departments outside the training have odd numbers. Their number modulo this splits them: 1, 5, 9 are in the registry,
 * 3, 7, 11 are match inputs.
 */
const QUARTERS = 4
/** All levels of the city comparison, except the level for clearly different cities. */
const HARD_CITIES: readonly string[] = ['same', 'same_name', 'contained', 'alike', 'near']

/** The fields of a hotel from a supplier without coordinates. */
interface Hotel {
  readonly supplier: string
  readonly code: string
  readonly name: string
  readonly category: string
  readonly location: { readonly city: string; readonly country: string }
}

/**
 * Matches hotels of one country by name, category, city and country in a registry of other departments. Every match is
 * therefore wrong. Most wrong matches are with a hotel of the same name.
 */
export const townsPart: Part = {
  name: 'towns',
  needsData: true,
  run: async ({ data = '', say }): Promise<PartResult> => {
    const [stored, matchInputs] = await halves(data)
    say(`towns: matching ${matchInputs.length} hotels among ${stored.length} of other departments`)
    await using registry = await createRegistry({ storage: createMemoryStorage(), gazetteer: loadGazetteer() })
    await registry.import(stored)
    const answers: MatchResult[] = []
    for (let from = 0; from < matchInputs.length; from += INPUTS_PER_BATCH) {
      const inputs = matchInputs
        .slice(from, from + INPUTS_PER_BATCH)
        .map(({ supplier: _, code: __, ...input }) => input)
      answers.push(...(await registry.mapBatch(inputs)))
    }
    const count = (decision: string): number => answers.filter((answer) => answer.decision === decision).length
    const neighbours = await neighbouringNamesakes(data)
    return {
      n: stored.length + matchInputs.length,
      rows: [
        plainRow(
          'towns.asked',
          'hotels without a place, asked for among those of other departments',
          matchInputs.length,
          'count',
        ),
        plainRow('towns.linked', '... wrongly linked', count('match') / matchInputs.length, 'fraction'),
        plainRow('towns.review', '... shown to a person', count('review') / matchInputs.length, 'fraction'),
        plainRow(
          'towns.neighbours',
          'pairs of hotels of one name in two neighbouring towns, or in two towns of one name',
          neighbours.pairs,
          'count',
        ),
        plainRow('towns.neighbours-linked', '... from `match` on', neighbours.linked / neighbours.pairs, 'fraction'),
      ],
    }
  },
}

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

async function halves(data: string): Promise<[stored: Hotel[], asked: Hotel[]]> {
  const [stored, matchInputs]: [Hotel[], Hotel[]] = [[], []]
  const files = PARIS_FEEDS.filter(({ source }) => source === FRENCH_SOURCE)
  for (const { file } of files) {
    for await (const item of readFeed(feedPath(data, file))) {
      if ('error' in item) throw new Error(`${file}:${item.line}: ${item.error.message}`)
      const { code, name, category, location } = item.record as unknown as Hotel & {
        readonly location?: { readonly city?: string; readonly postalCode?: string }
      }
      const { city, postalCode } = location ?? {}
      if (city === undefined || isTownForTraining(postalCode) !== false) continue
      const half = Number(postalCode?.slice(0, 2)) % QUARTERS === 1 ? stored : matchInputs
      half.push({ supplier: 'register', code, name, category, location: { city, country: 'FR' } })
    }
  }
  return [stored, matchInputs]
}
