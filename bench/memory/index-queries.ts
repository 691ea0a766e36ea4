import { LIMITS, type Storage } from '@utpid/core'
import type { SearchQuery } from '@utpid/core/storage'

const PAGE = 20
const PREFIX = 4

/**
 * Returns queries to an index by kind, from the first records and products of its ledger. Ids are hashes, so the first
 * ones are a random sample.
 */
export async function indexQueries({
  ledger,
  index,
}: Storage): Promise<Readonly<Record<string, readonly (() => Promise<unknown>)[]>>> {
  const records = await ledger.scanRecords(-1, LIMITS.rowsPerPage)
  const products = await ledger.scanProducts(-1, LIMITS.rowsPerPage)
  const names = products.map(({ shown }) =>
    shown.name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean),
  )
  const first = names.flatMap(([word]) => (word === undefined ? [] : [word]))
  const pairs = names.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b]]))
  const searches = (queries: readonly SearchQuery[]): (() => Promise<unknown>)[] =>
    queries.map((query) => () => index.search(query))
  return {
    'candidates of a record': records.map(
      ({ row }) =>
        () =>
          index.candidates([{ keys: row.keys }], LIMITS.recordsPerKey),
    ),
    'one word': searches(first.map((word) => query([[word]]))),
    'two words': searches(pairs.map(([a = '', b = '']) => query([[a], [b]]))),
    'one word in a country': searches(first.map((word) => query([[word]], ['country:FR']))),
    'a prefix': first.map(
      (word) => () =>
        index.expand({ tag: 'name', word: word.slice(0, PREFIX), by: 'prefix', limit: LIMITS.wordsPerExpansion }),
    ),
    'a typo': first.map((word) => () => index.expand({ tag: 'name', word, by: 1, limit: LIMITS.wordsPerExpansion })),
  }
}

/** Returns a query for products that have a word of each group in their name, location or other words. */
function query(groups: readonly (readonly string[])[], filter: readonly string[] = []): SearchQuery {
  const any = (words: readonly string[]): string[] =>
    words.flatMap((word) => ['name', 'place', 'other'].map((tag) => `${tag}:${word}`))
  return {
    tiers: [{ groups: groups.map((words) => ({ any: any(words) })) }],
    filters: filter.map((term) => ({ any: [term] })),
    offset: 0,
    limit: PAGE,
  }
}
