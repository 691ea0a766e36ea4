import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedTier } from '../planner/weighed-query.ts'
import type { Listed, ListedRow, ListingRequest } from './listed.ts'

/** Finds all products of the tier by terms, and sorts them. */
export async function listByTerms(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  { max, startsAt, excluded }: ListingRequest,
): Promise<Listed> {
  const sql = new SearchSql()
  const isWhole = startsAt === undefined && excluded.length === 0
  const after = startsAt === undefined ? '' : `and ${sql.isAfter(startsAt)}`
  const but = sql.excluding(excluded)
  const rows = await connection.query<ListedRow>(
    `with found as materialized (
       select product_id, rank from ${product_terms} where ${sql.found(tier)} ${after} ${but}
     )
     select product_id, rank, ${tier.at} as tier, (select count(*) from found) as total
     from found order by rank desc, product_id limit ${sql.value(max, 'bigint')}`,
    sql.values,
  )
  return { rows, total: isWhole ? (rows[0]?.total ?? 0) : undefined }
}
