import { arrayOf, type Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import { isOneWord, type WeighedTier } from '../planner/weighed-query.ts'
import { orderRange, rangeGroups } from '../terms/order-range.ts'
import type { ListedRow, ListingRequest } from './listed.ts'

/**
 * Finds products of a tier by terms in the first ranges of the ordering. Reads one group of ranges after the other
 * until the page is full. Returns too few products if the groups are exhausted.
 *
 * @param likely - The number of first products that probably include enough products of the tier.
 */
export async function listByRanges(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { max, weighed, startsAt, excluded }: ListingRequest,
  likely: number,
): Promise<ListedRow[]> {
  const sql = new SearchSql()
  const start = startsAt === undefined ? 0 : orderRange(startsAt.key, startsAt.id)
  const groups = rangeGroups(weighed.productsWith, likely, start).slice(0, isOneWord(tier) ? MAX_ONE_WORD_GROUPS : 1)
  const after = startsAt === undefined ? '' : `and ${sql.isAfter(startsAt)}`
  const but = sql.excluding(excluded)
  const limit = `limit ${sql.value(max, 'bigint')}`
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
 * The maximum number of range groups for a tier of one word, whose product count is exact. Tiers of several words may
 * have far fewer products than expected; all their products are then listed at once.
 */
const MAX_ONE_WORD_GROUPS = 6
