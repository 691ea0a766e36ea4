import { arrayOf, type Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import { isOneWord, type WeighedTier } from '../planner/weighed-query.ts'
import { orderStretch, stretchGroups } from '../terms/order-stretch.ts'
import type { AskedOfTier, ListedRow } from './listed.ts'

/**
 * Finds products of a tier by their terms in the first stretches of the order, a group after the other until there are
 * enough; few when the groups end before. They come in their order, and the statement ends with the one that fills the page.
 *
 * @param likely - Products among which enough are likely to satisfy the tier.
 */
export async function listByStretches(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { most, weighed, begins, excluded }: AskedOfTier,
  likely: number,
): Promise<ListedRow[]> {
  const sql = new SearchSql()
  const start = begins === undefined ? 0 : orderStretch(begins.key, begins.id)
  const groups = stretchGroups(weighed.held, likely, start).slice(0, isOneWord(tier) ? ONE_WORD_GROUPS : 1)
  const after = begins === undefined ? '' : `and ${sql.isAfter(begins)}`
  const but = sql.butFor(excluded)
  const limit = `limit ${sql.value(most, 'bigint')}`
  return await connection.query<ListedRow>(
    `select found.product_id, found.rank, ${tier.at} as tier, null as total
     from unnest(${sql.value(groups.map(arrayOf), 'text[]')}) as stretches(terms)
     cross join lateral (
       select product_id, rank from ${product_terms}
       where terms operator(pg_catalog.&&) stretches.terms::bigint[] and ${sql.found(tier)} ${after} ${but}
       order by rank desc, product_id ${limit}
     ) as found ${limit}`,
    sql.values,
  )
}

/**
 * Groups of stretches that are looked through. How many products hold one word is known, wherever in the order they are;
 * of several words there may be far fewer than expected, and then all of them are listed at once.
 */
const ONE_WORD_GROUPS = 6
