import type { Gazetteer, Registry, SearchOptions } from '@utpid/core'
import type { GoldenRecord } from '@utpid/core/storage'
import { misspelt } from '../feeds/typed-words.ts'
import { picker, seededRandom, shuffled } from '../harness/seeded-random.ts'
import { spread, timeEach } from '../harness/statistics.ts'

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

const PER_KIND = 60
const AIRPORT_METERS = 60_000
const RADII_METERS = [500, 1_000, 5_000, 20_000, 50_000]
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
  const found = drawnQueries(() => picker(random)(products), gazetteer, random)
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
  return shuffled(queries, random)
}

type Drawn = { readonly text?: string; readonly options?: SearchOptions } | undefined

function drawnQueries(
  drawn: () => GoldenRecord,
  gazetteer: Gazetteer,
  random: () => number,
): Readonly<Record<QueryKind, () => Drawn>> {
  const pick = picker(random)
  return {
    'whole name': () => ({ text: drawn().name }),
    'name and city': () => {
      const { name, city } = drawn()
      return textOnly(city && `${name} ${city}`)
    },
    'as typed': () => {
      const letters = [...drawn().name]
      return textOnly(letters.slice(0, Math.max(FIRST_LETTERS, Math.floor(letters.length * random()))).join(''))
    },
    typo: () => textOnly(misspeltName(drawn().name, random)),
    city: () => textOnly(drawn().city),
    'common word': () => {
      const { city = '' } = drawn()
      return { text: random() < 0.5 ? pick(COMMON_WORDS) : `hotel ${city}` }
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
      const near = { coordinates, radiusMeters: pick(RADII_METERS) }
      return { text: random() < 0.7 ? '' : 'hotel', options: { near } }
    },
    airport: () => {
      const { coordinates } = drawn()
      const airports = coordinates === undefined ? [] : gazetteer.airportsNear(coordinates, AIRPORT_METERS, 3)
      const [iata] = airports.length === 0 ? [] : [pick(airports).iata]
      return textOnly(iata && (random() < 0.5 ? iata : `hotel ${iata}`))
    },
    'other script': () => {
      const { name, city = '', country } = drawn()
      if (OTHER_SCRIPT_PATTERN.test(name)) return { text: name }
      const aliases = gazetteer.citiesByName(city, country)[0]?.aliases ?? []
      return textOnly(pick(aliases.filter((alias) => OTHER_SCRIPT_PATTERN.test(alias))))
    },
  }
}

/** Misspells the longest word, if it has enough Latin letters. */
function misspeltName(name: string, random: () => number): string | undefined {
  const word = name.split(' ').reduce((longest, each) => (each.length > longest.length ? each : longest), '')
  return /^\p{Script=Latin}{6,}$/u.test(word) ? name.replace(word, misspelt(word, random)) : undefined
}

/** Returns the query; undefined if the product lacks its text. */
function textOnly(text: string | undefined): Drawn {
  return text === undefined ? undefined : { text }
}

/** Returns the times of queries, one after another, with 20 products a page. An unmeasured round comes first. */
export async function measureSearch(registry: Registry, queries: readonly TimedQuery[]) {
  const ask = ({ text, options }: TimedQuery): Promise<unknown> => registry.search(text, options)
  await timeEach(queries, ask)
  const times = await timeEach(queries, ask)
  const byKind = QUERY_KINDS.map((kind) => ({ kind, ...spread(times.filter((_, at) => queries[at]?.kind === kind)) }))
  return { queries: times.length, ...spread(times), byKind }
}
