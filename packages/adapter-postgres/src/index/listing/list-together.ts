import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedTier } from '../planner/weighed-query.ts'
import type { Listed, ListedRow, ListingRequest } from './listed.ts'

/** Finds the products of several rare tiers, and the first tier of each product. */
export async function listTogether(
  connection: Connection,
  { product_terms }: DerivedTables,
  tiers: readonly WeighedTier[],
  { max, excluded }: ListingRequest,
): Promise<Listed> {
  const sql = new SearchSql()
  const but = sql.excluding(excluded)
  const { join, tier } = sql.tierOf(tiers)
  const rows = await connection.query<ListedRow>(
    `with found as materialized (
       select product_id, rank, ${tier} as tier from ${product_terms} ${join} where (${sql.foundByAny(tiers)}) ${but}
     )
     select product_id, rank, tier, null as total
     from found order by tier, rank desc, product_id limit ${sql.value(max, 'bigint')}`,
    sql.values,
  )
  return { rows, total: undefined }
}
