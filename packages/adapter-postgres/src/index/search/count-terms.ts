import type { TermCounts } from '@utpid/core'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { COST, COUNTED_TO } from '../planner/search-cost.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery } from '../planner/weighed-query.ts'
import { hashTerm } from '../terms/term-hash.ts'

/** Microseconds that listing the products of a query may take, so that they are counted by their terms. */
const LISTING_MOST = 30_000
/** Products at the beginning of the order among which is counted where listing takes longer. */
const LOOKED_AT = 20_000

/** How many products hold a term, by the hash of that as text. */
export type HeldCounts = Readonly<Record<string, number>> | null

/** The terms of each product found that are counted, as a column. */
export function countedTerms(sql: SearchSql, counted: readonly string[]): string {
  return `array(select hash from unnest(terms) as hash where hash = any(${sql.value(new Set(counted.map(hashTerm)), 'bigint[]')}))`
}

/** How often each of them is there among some products, as JSON. */
export function heldCounts(found: string): string {
  return `(select json_object_agg(hash, products) from (
    select hash, count(*) as products from ${found} cross join lateral unnest(counted) as hash group by hash) as held)`
}

export function termCounts(counted: readonly string[], held: HeldCounts, exact: boolean): TermCounts {
  return { products: counted.map((term) => held?.[hashTerm(term)] ?? 0), exact }
}

/**
 * Counts by terms what a query finds, where that is not fetched in any case. Of more than ten thousand products, and where
 * listing them takes long, only so many are counted: of the most common words those that come first.
 */
export async function countTerms(
  connection: Connection,
  { product_terms }: DerivedTables,
  counted: readonly string[],
  weighed: WeighedQuery,
): Promise<TermCounts> {
  const { widest } = weighed
  const sql = new SearchSql()
  const isListed = widest.reduce((sum, { most }) => sum + most * COST.listed, 0) <= LISTING_MOST
  const table = isListed
    ? product_terms
    : `(select * from ${product_terms} order by - rank, product_id limit ${LOOKED_AT} offset 0) as first`
  const terms = countedTerms(sql, counted)
  const [row] = await connection.query<{ total: number; held: HeldCounts }>(
    // Apart, so that the limit does not tempt the planner to read the table from its beginning.
    `with found as materialized (select terms from ${table} where ${sql.foundByAny(widest)}),
       few as materialized (select ${terms} as counted from found limit ${COUNTED_TO + 1})
     select (select count(*) from few) as total, ${heldCounts('few')} as held`,
    sql.values,
  )
  const isAll = isListed || weighed.products <= LOOKED_AT
  return termCounts(counted, row?.held ?? null, isAll && (row?.total ?? 0) <= COUNTED_TO)
}
