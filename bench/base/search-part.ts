import { LIMITS, parseInput, type Registry } from '@utpid/core'
import { extractFeatures } from '@utpid/core/scoring'
import { type PairEnd, readLabelledPairs } from '@utpid/evaluation'
import type { FeedRow } from '../feeds/feed-rows.ts'
import { labelPath, PARIS_CITY, parisRows } from '../feeds/paris.ts'
import { inMemory, seededIds } from '../feeds/registries.ts'
import { dataPart } from '../harness/part.ts'
import { below, type Figure } from '../harness/row.ts'
import { sum } from '../harness/statistics.ts'

/** A record to find by its name in another feed. */
interface KnownItem {
  /** The source of the name, and the source that is indexed. */
  readonly named: string
  readonly indexed: string
  readonly text: string
  readonly code: string
  /** Whether both names have the same core words. */
  readonly sameWords: boolean
}

interface Outcome extends KnownItem {
  /** Rank of the product, from 1; undefined if it is not in the first {@link TOP}. */
  readonly rank: number | undefined
  /** Whether a product with the same name ranks before it. */
  readonly isBehindNamesake: boolean
}

const TOP = 10
/** Sets whose name starts with this prefix have the pairs between the Paris feeds. */
const SET = 'paris'

/**
 * Known-item search on real records. Indexes each Paris feed alone. Searches each of its labelled records by the city
 * and by the name from the other feed. Two names have the same core words (see the glossary) if their sets of core
 * words are equal and not empty.
 */
export const searchPart = dataPart('search', async ({ data, seed, say }) => {
  const feeds = await parisRows(data)
  const items = await knownItems(labelPath(data, 'positive-pairs'), feeds)
  const outcomes: Outcome[] = []
  for (const [source, rows] of feeds) {
    say(`search: ${rows.length} records of ${source}`)
    await using filled = await inMemory(rows, { batchSize: LIMITS.recordsPerCommit }, { random: seededIds(seed) })
    for (const item of items) if (item.indexed === source) outcomes.push(await searchItem(filled.registry, item))
  }
  return { n: sum([...feeds.values()].map(({ length }) => length)), rows: below('search', figuresOf(outcomes)) }
})

/** Returns both directions of each pair. */
async function knownItems(file: string, feeds: ReadonlyMap<string, readonly FeedRow[]>): Promise<KnownItem[]> {
  const rows = new Map<string, FeedRow>()
  for (const [source, list] of feeds) for (const row of list) rows.set(`${source} ${row.code}`, row)
  const itemOf = (nameEnd: PairEnd, indexedEnd: PairEnd): KnownItem[] => {
    if ('row' in nameEnd || 'row' in indexedEnd) return []
    const name = rows.get(`${nameEnd.source} ${nameEnd.id}`)
    const target = rows.get(`${indexedEnd.source} ${indexedEnd.id}`)
    if (name === undefined || target === undefined) return []
    const { city = PARIS_CITY } = (name.location ?? {}) as { city?: string }
    const sameWords = coreWords(name) !== '' && coreWords(name) === coreWords(target)
    const text = `${name.name} ${city}`
    return [{ named: nameEnd.source, indexed: indexedEnd.source, text, code: indexedEnd.id, sameWords }]
  }
  const { pairs } = await readLabelledPairs(file, { set: SET })
  return pairs.flatMap(({ a, b }) => [...itemOf(a, b), ...itemOf(b, a)])
}

function coreWords(row: FeedRow): string {
  const input = parseInput(row)
  if ('rejection' in input) return ''
  const [name] = extractFeatures(input.record).names
  const words = name?.words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity) ?? []
  return [...new Set(words.map(({ text }) => text))].sort().join(' ')
}

async function searchItem(registry: Registry, item: KnownItem): Promise<Outcome> {
  const { products } = await registry.search(item.text, { limit: TOP })
  const at = products.findIndex(({ records }) =>
    records.some(({ record }) => record.supplier === item.indexed && record.code === item.code),
  )
  const name = products[at]?.name
  const isBehindNamesake = products.slice(0, Math.max(0, at)).some((product) => product.name === name)
  return { ...item, rank: at < 0 ? undefined : at + 1, isBehindNamesake }
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const same = outcomes.filter(({ sameWords }) => sameWords)
  const behind = outcomes.filter(({ isBehindNamesake }) => isBehindNamesake)
  const pairOf = ({ named, indexed }: KnownItem): string => `${named} in ${indexed}`
  const pairs = [...new Set(outcomes.map(pairOf))].sort()
  return [
    ['queries', 'Paris: names of one feed sought in another', outcomes.length, 'count'],
    ['top-10', 'Paris: found among the first 10', within(outcomes, TOP), 'fraction', '>= 0.9'],
    ['top-1', 'Paris: found first', within(outcomes, 1), 'fraction'],
    ['same-words', 'Paris: of these, with the same core words', same.length, 'count'],
    ['same-words.top-10', '... found among the first 10', within(same, TOP), 'fraction', '>= 0.98'],
    ['same-words.top-1', '... found first', within(same, 1), 'fraction', '>= 0.9'],
    ['namesakes', 'Paris: not first behind one of the same name', behind.length, 'count'],
    ...pairs.flatMap((pair) => {
      const own = outcomes.filter((outcome) => pairOf(outcome) === pair)
      return below(pair.replaceAll(' ', '-'), [
        ['top-10', `${pair} (${own.length}): first 10`, within(own, TOP), 'fraction'],
        ['top-1', `${pair} (${own.length}): first`, within(own, 1), 'fraction'],
      ])
    }),
  ]
}

function within(outcomes: readonly Outcome[], top: number): number | null {
  if (outcomes.length === 0) return null
  return outcomes.filter(({ rank }) => rank !== undefined && rank <= top).length / outcomes.length
}
