import type { SearchAnswer, SearchQuery } from '@utpid/core/storage'
import { arrayOf, type Connection } from '../../connection/connection.ts'
import type { Database } from '../../connection/database.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { estimateProducts, MAX_EVALUATED_AT_ONCE } from '../planner/search-cost.ts'
import { WeighedQuery } from '../planner/weighed-query.ts'
import { RANK_TERMS } from '../terms/order-range.ts'
import { EVERY_PRODUCT, hashTerm } from '../terms/term-hash.ts'
import { termCounts } from './count-terms.ts'
import { evaluateAll } from './evaluate-all.ts'
import { walkTiers } from './walk-tiers.ts'

/**
 * Runs a query. First reads the frequencies of the terms. If there are few products, fetches and evaluates all of them;
 * otherwise lists tier by tier until the page is full. This code chooses the method, since PostgreSQL assumes that
 * words are independent of each other and of the rank. All statements read one database snapshot.
 */
export async function search(database: Database, tables: DerivedTables, query: SearchQuery): Promise<SearchAnswer> {
  const hashes = new Set([EVERY_PRODUCT, ...RANK_TERMS])
  for (const { groups } of [...query.tiers, { groups: query.filters }]) {
    for (const { any } of groups) for (const term of any) hashes.add(hashTerm(term))
  }
  const counts = `select hash, products from ${tables.terms} where hash = any('${arrayOf(hashes)}'::bigint[])`
  return await database.snapshot<{ hash: number; products: number }, SearchAnswer>(counts, (rows, connection) => {
    const held = new Map(rows.map(({ hash, products }) => [hash, products]))
    return answer(connection, tables, query, new WeighedQuery(query, (hash) => held.get(hash) ?? 0))
  })
}

async function answer(
  connection: Connection,
  tables: DerivedTables,
  query: SearchQuery,
  weighed: WeighedQuery,
): Promise<SearchAnswer> {
  if (weighed.tiers.length === 0) {
    const { counted } = query
    return { total: 0, exact: true, productIds: [], ...(counted && { counts: termCounts(counted, null, true) }) }
  }
  // Evaluates all products for `near`, since their distances must be computed anyway.
  if (query.near !== undefined || estimateProducts(weighed.widest) <= MAX_EVALUATED_AT_ONCE) {
    return await evaluateAll(connection, tables, query, weighed)
  }
  return await walkTiers(connection, tables, query, weighed)
}
