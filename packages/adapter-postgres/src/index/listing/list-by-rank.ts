import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedTier } from '../planner/weighed-query.ts'
import type { ListedRow, ListingRequest } from './listed.ts'

/**
 * Reads products by rank, and returns the products of the tier. The result is too short if the tier is rare among the
 * read products.
 */
export async function listByRank(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { max, startsAt, excluded }: ListingRequest,
  steps: number,
): Promise<ListedRow[]> {
  const sql = new SearchSql()
  const from = startsAt === undefined ? '' : `where ${sql.isAfter(startsAt)}`
  const but = sql.excluding(excluded)
  return await connection.query<ListedRow>(
    `select product_id, rank, ${tier.at} as tier, null as total from (
       select product_id, rank, - rank as place, terms from ${product_terms} ${from}
       order by - rank, product_id limit ${sql.value(steps, 'bigint')}
     ) as passed
     where ${sql.satisfies(tier)} ${but} order by place, product_id limit ${sql.value(max, 'bigint')}`,
    sql.values,
  )
}
