import type { Gazetteer, Registry, SearchOptions } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { quantile } from '../harness/quantile.ts'
import { seededRandom } from '../harness/seeded-random.ts'

/** Kinds of queries in a search box. */
export const QUERY_KINDS = [
  'whole name',
  'name and city',
  'as typed',
  'typo',
  'city',
  'common word',
  'filter',
  'near',
  'airport',
  'other script',
] as const

export type QueryKind = (typeof QUERY_KINDS)[number]

export interface TimedQuery {
  readonly kind: QueryKind
  readonly text: string
  readonly options: SearchOptions
}

export interface SearchTimes {
  readonly queries: number
  /** Milliseconds of one search, including reading the products of its page. */
  readonly p50: number
  readonly p99: number
  readonly byKind: readonly { readonly kind: QueryKind; readonly p50: number; readonly p99: number }[]
}

const PER_KIND = 60
const AIRPORT_METERS = 60_000
const FIRST_LETTERS = 3
const OTHER_SCRIPT_PATTERN = /^[^\p{Script=Latin}]*\p{L}[^\p{Script=Latin}]*$/u
const COMMON_WORDS = ['hotel', 'grand hotel', 'apartments', 'hotel paris', 'tour', 'residence', 'airport transfer']

/**
 * Returns a mixed set of queries for products of a registry: the same number of each kind, in random order.
 *
 * @param products - Golden records of products, in any order; some thousands suffice.
 */
export function searchQueries(
  products: readonly GoldenRecord[],
  gazetteer: Gazetteer,
  seed: number,
  perKind: number = PER_KIND,
): TimedQuery[] {
  const random = seededRandom(seed)
  const drawn = (): GoldenRecord => products[Math.floor(random() * products.length)] as GoldenRecord
  const found = drawnQueries(drawn, gazetteer, random)
  const queries = QUERY_KINDS.flatMap((kind) =>
    Array.from({ length: perKind }, () => {
      // Some products do not fit a kind of query, such as products without coordinates.
      for (let attempt = 0; attempt < 1_000; attempt++) {
        const query = found[kind]()
        if (query !== undefined) return { kind, text: query.text ?? '', options: query.options ?? {} }
      }
      throw new Error(`No product gives a query of kind "${kind}".`)
    }),
  )
  return queries
    .map((query) => ({ query, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ query }) => query)
}

type Drawn = { readonly text?: string; readonly options?: SearchOptions } | undefined

function drawnQueries(
  drawn: () => GoldenRecord,
  gazetteer: Gazetteer,
  random: () => number,
): Readonly<Record<QueryKind, () => Drawn>> {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  return {
    'whole name': () => ({ text: drawn().name }),
    'name and city': () => {
      const { name, city } = drawn()
      return city === undefined ? undefined : { text: `${name} ${city}` }
    },
    'as typed': () => {
      const { name } = drawn()
      const letters = [...name]
      return { text: letters.slice(0, Math.max(FIRST_LETTERS, Math.floor(letters.length * random()))).join('') }
    },
    typo: () => {
      const { name } = drawn()
      const text = misspelt(name, random)
      return text === undefined ? undefined : { text }
    },
    city: () => {
      const { city } = drawn()
      return city === undefined ? undefined : { text: city }
    },
    'common word': () => {
      const { city = '' } = drawn()
      return { text: random() < 0.5 ? (pick(COMMON_WORDS) ?? '') : `hotel ${city}` }
    },
    filter: () => {
      const { country, category, city = '' } = drawn()
      if (country === undefined) return undefined
      const options = random() < 0.5 ? { country } : { country, type: category }
      return { text: random() < 0.5 ? '' : random() < 0.5 ? 'hotel' : city, options }
    },
    near: () => {
      const { coordinates } = drawn()
      if (coordinates === undefined) return undefined
      const radiusMeters = pick([500, 1_000, 5_000, 20_000, 50_000]) ?? 0
      return { text: random() < 0.7 ? '' : 'hotel', options: { near: { coordinates, radiusMeters } } }
    },
    airport: () => {
      const { coordinates } = drawn()
      const airport = coordinates && pick(gazetteer.airportsNear(coordinates, AIRPORT_METERS, 3))
      return airport && { text: random() < 0.5 ? airport.iata : `hotel ${airport.iata}` }
    },
    'other script': () => {
      const { name, city = '', country } = drawn()
      if (OTHER_SCRIPT_PATTERN.test(name)) return { text: name }
      const aliases = gazetteer.citiesByName(city, country)[0]?.aliases ?? []
      const text = pick(aliases.filter((alias) => OTHER_SCRIPT_PATTERN.test(alias)))
      return text === undefined ? undefined : { text }
    },
  }
}

/** Swaps two letters of the longest word, or omits one. */
function misspelt(name: string, random: () => number): string | undefined {
  const word = name.split(' ').reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  if (!/^\p{Script=Latin}{6,}$/u.test(word)) return undefined
  const at = 1 + Math.floor(random() * (word.length - 2))
  const wrong =
    random() < 0.5
      ? word.slice(0, at) + word.slice(at + 1)
      : word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  return name.replace(word, wrong)
}

/** Runs the queries one after another, by default with 20 products a page. An unmeasured round comes first. */
export async function measureSearch(registry: Registry, queries: readonly TimedQuery[]): Promise<SearchTimes> {
  for (const { text, options } of queries) await registry.search(text, options)
  const times = new Map<QueryKind, number[]>(QUERY_KINDS.map((kind) => [kind, []]))
  for (const { kind, text, options } of queries) {
    const started = performance.now()
    await registry.search(text, options)
    times.get(kind)?.push(performance.now() - started)
  }
  const all = [...times.values()].flat()
  return {
    queries: all.length,
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    byKind: [...times].map(([kind, own]) => ({ kind, p50: quantile(own, 0.5), p99: quantile(own, 0.99) })),
  }
}
