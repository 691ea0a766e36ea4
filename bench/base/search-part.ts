import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { createMemoryStorage } from '@utpid/adapter-memory'
import { createRegistry, LIMITS, parseInput, type Registry } from '@utpid/core'
import { extractFeatures } from '@utpid/core/scoring'
import { PRODUCT_ID_LIMIT } from '@utpid/core/storage'
import { loadGazetteer } from '@utpid/gazetteer'
import type { FeedRow } from '../feeds/feed-row.ts'
import { labelPath, PARIS_CITY } from '../feeds/paris-feeds.ts'
import { parisRows } from '../feeds/paris-rows.ts'
import type { Part, PartResult } from '../harness/part.ts'
import { barRow, plainRow, type Row } from '../harness/row.ts'
import { seededRandom } from '../harness/seeded-random.ts'

/** A record to find by its name in another feed. */
interface KnownItem {
  /** The source of the name, then the source that is indexed. */
  readonly feeds: string
  readonly text: string
  readonly code: string
  /** Whether both names have the same core words. */
  readonly sameWords: boolean
}

interface Outcome extends KnownItem {
  /** Rank of the product, from 1; undefined if it is not in the first {@link TOP}. */
  readonly rank: number | undefined
  /** Products with the same name that rank before it. */
  readonly namesakesBefore: number
}

const TOP = 10
/** Sets whose name starts with this prefix have the pairs between the Paris feeds. */
const SET = 'paris'

/**
 * Known-item search on real records. Indexes each Paris feed alone. Searches each of its labelled records by the city
 * and by the name from the other feed. Two names have the same core words (see the glossary) if their sets of core
 * words are equal and not empty.
 */
export const searchPart: Part = {
  name: 'search',
  needsData: true,
  run: async ({ data = '', seed, say }): Promise<PartResult> => {
    const feeds = await parisRows(data)
    const items = knownItems(await positivePairs(labelPath(data, 'positive-pairs')), feeds)
    const outcomes: Outcome[] = []
    for (const [source, rows] of feeds) {
      say(`search: ${rows.length} records of ${source}`)
      outcomes.push(...(await searchItems(rows, source, items.get(source) ?? [], seed)))
    }
    return { n: [...feeds.values()].reduce((sum, rows) => sum + rows.length, 0), rows: rowsOf(outcomes) }
  },
}

type PairEnd = readonly [source: string, code: string, name: string]

async function positivePairs(file: string): Promise<(readonly [PairEnd, PairEnd])[]> {
  const pairs: (readonly [PairEnd, PairEnd])[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const { set, a, b } = JSON.parse(line) as { set: string; a: PairEnd; b: PairEnd }
    if (set.startsWith(SET)) pairs.push([a, b])
  }
  return pairs
}

/** Returns both directions of each pair, by indexed source. */
function knownItems(
  pairs: readonly (readonly [PairEnd, PairEnd])[],
  feeds: ReadonlyMap<string, readonly FeedRow[]>,
): Map<string, KnownItem[]> {
  const rows = new Map<string, FeedRow>()
  for (const [source, list] of feeds) for (const row of list) rows.set(`${source} ${row.code}`, row)
  const items = new Map<string, KnownItem[]>()
  for (const [a, b] of pairs) {
    for (const [named, targetEnd] of [
      [a, b],
      [b, a],
    ] as const) {
      const name = rows.get(`${named[0]} ${named[1]}`)
      const target = rows.get(`${targetEnd[0]} ${targetEnd[1]}`)
      if (name === undefined || target === undefined) continue
      const item: KnownItem = {
        feeds: `${named[0]} in ${targetEnd[0]}`,
        text: `${name.name} ${cityOf(name)}`,
        code: targetEnd[1],
        sameWords: coreWords(name) !== '' && coreWords(name) === coreWords(target),
      }
      items.set(targetEnd[0], [...(items.get(targetEnd[0]) ?? []), item])
    }
  }
  return items
}

function cityOf({ location }: FeedRow): string {
  return (location as { city?: string } | undefined)?.city ?? PARIS_CITY
}

function coreWords(row: FeedRow): string {
  const input = parseInput(row)
  if ('rejection' in input) return ''
  const [name] = extractFeatures(input.record).names
  const words = name?.words.filter(({ kind, ofCity }) => kind !== 'article' && kind !== 'generic' && !ofCity) ?? []
  return [...new Set(words.map(({ text }) => text))].sort().join(' ')
}

async function searchItems(
  rows: readonly FeedRow[],
  source: string,
  items: readonly KnownItem[],
  seed: number,
): Promise<Outcome[]> {
  const storage = createMemoryStorage()
  // Products of one tier and rank are ordered by id. Seeded ids give the same order in each run.
  const next = seededRandom(seed)
  const random = (): number => Math.floor(next() * PRODUCT_ID_LIMIT)
  await using registry = await createRegistry({ storage, gazetteer: loadGazetteer(), random })
  await registry.import(rows, { batchSize: LIMITS.recordsPerCommit })
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await searchItem(registry, source, item))
  return outcomes
}

async function searchItem(registry: Registry, source: string, item: KnownItem): Promise<Outcome> {
  const { products } = await registry.search(item.text, { limit: TOP })
  const at = products.findIndex(({ records }) =>
    records.some(({ record }) => record.supplier === source && record.code === item.code),
  )
  const name = products[at]?.name
  return {
    ...item,
    rank: at < 0 ? undefined : at + 1,
    namesakesBefore: products.slice(0, Math.max(0, at)).filter((product) => product.name === name).length,
  }
}

function rowsOf(outcomes: readonly Outcome[]): Row[] {
  const same = outcomes.filter(({ sameWords }) => sameWords)
  const namesakes = outcomes.filter(({ namesakesBefore }) => namesakesBefore > 0)
  const id = (name: string): string => `search.${name}`
  const pairs = [...new Set(outcomes.map(({ feeds }) => feeds))].sort()
  return [
    plainRow(id('queries'), 'Paris: names of one feed sought in another', outcomes.length, 'count'),
    barRow(id('top-10'), 'Paris: found among the first 10', within(outcomes, TOP), 'fraction', ['>=', 0.9]),
    plainRow(id('top-1'), 'Paris: found first', within(outcomes, 1), 'fraction'),
    plainRow(id('same-words'), 'Paris: of these, with the same core words', same.length, 'count'),
    barRow(id('same-words.top-10'), '... found among the first 10', within(same, TOP), 'fraction', ['>=', 0.98]),
    barRow(id('same-words.top-1'), '... found first', within(same, 1), 'fraction', ['>=', 0.9]),
    plainRow(id('namesakes'), 'Paris: not first behind one of the same name', namesakes.length, 'count'),
    ...pairs.flatMap((feeds) => {
      const own = outcomes.filter((outcome) => outcome.feeds === feeds)
      const key = feeds.replaceAll(' ', '-')
      return [
        plainRow(id(`${key}.top-10`), `${feeds} (${own.length}): first 10`, within(own, TOP), 'fraction'),
        plainRow(id(`${key}.top-1`), `${feeds} (${own.length}): first`, within(own, 1), 'fraction'),
      ]
    }),
  ]
}

function within(outcomes: readonly Outcome[], top: number): number | null {
  if (outcomes.length === 0) return null
  return outcomes.filter(({ rank }) => rank !== undefined && rank <= top).length / outcomes.length
}
