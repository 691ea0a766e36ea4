import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { TierChain } from '../planner/tier-chain.ts'
import type { Listed, ListedRow, ListingRequest } from './listed.ts'

/**
 * Finds the products of a chain by the terms of its widest tier, and the first tier of each product. This avoids
 * listing narrower tiers whose words rarely occur together. Returns undefined if there are too many products.
 */
export async function listChain(
  connection: Connection,
  { product_terms }: DerivedTables,
  { tiers, widest }: Pick<TierChain, 'tiers' | 'widest'>,
  { max, startsAt, excluded, limits }: ListingRequest,
): Promise<Listed | undefined> {
  const sql = new SearchSql()
  const but = sql.excluding(excluded)
  const after = startsAt === undefined ? '' : `and ${sql.isAfter(startsAt)}`
  const { join, tier } = sql.tierOf(tiers)
  // Finding the tier of a product costs more than finding the product, so tiers are found only for few products.
  const rows = await connection.query<Partial<ListedRow> & { readonly held: number }>(
    `with found as materialized (select product_id, rank, terms from ${product_terms} where ${sql.found(widest)} ${after} ${but}),
     few as materialized (select * from found limit ${sql.value(limits.maxChained + 1, 'bigint')}),
     counted as materialized (select count(*) as held from few)
     select held, page.* from counted left join lateral (
       select product_id, rank, ${tier} as tier, null as total from few ${join}
       order by tier, rank desc, product_id limit ${sql.value(max, 'bigint')}
     ) as page on held <= ${sql.value(limits.maxChained, 'bigint')} order by tier, rank desc, product_id`,
    sql.values,
  )
  const held = rows[0]?.held ?? 0
  if (held > limits.maxChained) return undefined
  const page = rows.filter((row): row is ListedRow & { readonly held: number } => row.product_id != null)
  return { rows: page, total: startsAt === undefined && excluded.length === 0 ? held : undefined }
}
