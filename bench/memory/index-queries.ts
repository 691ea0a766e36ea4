import { LIMITS, type Storage } from '@utpid/core'
import type { SearchQuery } from '@utpid/core/storage'
import { wordsOf } from '../feeds/typed-words.ts'

const PAGE = 20
const PREFIX = 4
const TAGS = ['name', 'place', 'other']

type Queries = readonly (() => Promise<unknown>)[]

/**
 * Returns queries to an index by kind, from the first records and products of its ledger. Ids are hashes, so the first
 * ones are a random sample.
 */
export async function indexQueries({ ledger, index }: Storage): Promise<Readonly<Record<string, Queries>>> {
  const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  const products = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
  const names = products.map(({ goldenRecord }) => wordsOf(goldenRecord.name))
  const first = names.flatMap((words) => words.slice(0, 1))
  const pairs = names.filter(({ length }) => length > 1).map((words) => words.slice(0, 2))
  const ask =
    (words: readonly string[], ...filters: string[]) =>
    () =>
      index.search(queryOf(words, filters))
  const limit = LIMITS.wordsPerExpansion
  return {
    'candidates of a record': records.map(({ row: { keys } }) => {
      return () => index.candidates([{ keys }], LIMITS.recordsPerKey)
    }),
    'one word': first.map((word) => ask([word])),
    'two words': pairs.map((words) => ask(words)),
    'one word in a country': first.map((word) => ask([word], 'country:FR')),
    'a prefix': first.map((word) => {
      return () => index.expand({ tag: 'name', word: word.slice(0, PREFIX), by: 'prefix', limit })
    }),
    'a typo': first.map((word) => () => index.expand({ tag: 'name', word, by: 1, limit })),
  }
}

/** Returns a query for products that have each word in their name, location or other words. */
function queryOf(words: readonly string[], filters: readonly string[]): SearchQuery {
  return {
    tiers: [{ groups: words.map((word) => ({ any: TAGS.map((tag) => `${tag}:${word}`) })) }],
    filters: filters.map((term) => ({ any: [term] })),
    offset: 0,
    limit: PAGE,
  }
}
