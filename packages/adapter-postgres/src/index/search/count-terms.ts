import type { TermCounts } from '@utpid/core/storage'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { COST, MAX_EXACT_TOTAL } from '../planner/search-cost.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery } from '../planner/weighed-query.ts'
import { hashTerm } from '../terms/term-hash.ts'

/** The maximum cost of listing the products of a query to count their terms, in microseconds. */
const MAX_LISTING_COST = 30_000
/** The number of products at the start of the ordering for counting terms if listing costs more. */
const SAMPLE_SIZE = 20_000

/** The number of products by term. The key is the hash as text. */
export type TermCountsJson = Readonly<Record<string, number>> | null

/** Returns a column with the counted terms of each product. */
export function countedTerms(sql: SearchSql, counted: readonly string[]): string {
  return `array(select hash from unnest(terms) as hash where hash = any(${sql.value(new Set(counted.map(hashTerm)), 'bigint[]')}))`
}

/** Counts these terms in the found products, as JSON. */
export function termCountsSql(found: string): string {
  return `(select json_object_agg(hash, products) from (
    select hash, count(*) as products from ${found} cross join lateral unnest(counted) as hash group by hash) as held)`
}

export function termCounts(counted: readonly string[], held: TermCountsJson, exact: boolean): TermCounts {
  return { products: counted.map((term) => held?.[hashTerm(term)] ?? 0), exact }
}

/**
 * Counts the terms in the products of a query that does not fetch all its products. Reads at most 10,000 products. If
 * listing is too expensive, as for the most common words, reads the first products of the ordering.
 */
export async function countTerms(
  connection: Connection,
  { product_terms }: DerivedTables,
  counted: readonly string[],
  weighed: WeighedQuery,
): Promise<TermCounts> {
  const { widest } = weighed
  const sql = new SearchSql()
  const isListed = widest.reduce((sum, { maxProducts }) => sum + maxProducts * COST.listed, 0) <= MAX_LISTING_COST
  const table = isListed
    ? product_terms
    : `(select * from ${product_terms} order by - rank, product_id limit ${SAMPLE_SIZE} offset 0) as first`
  const terms = countedTerms(sql, counted)
  const [row] = await connection.query<{ total: number; held: TermCountsJson }>(
    // Materializes the query, so that the limit does not make the planner scan the table from its start.
    `with found as materialized (select terms from ${table} where ${sql.foundByAny(widest)}),
       few as materialized (select ${terms} as counted from found limit ${MAX_EXACT_TOTAL + 1})
     select (select count(*) from few) as total, ${termCountsSql('few')} as held`,
    sql.values,
  )
  const isAll = isListed || weighed.products <= SAMPLE_SIZE
  return termCounts(counted, row?.held ?? null, isAll && (row?.total ?? 0) <= MAX_EXACT_TOTAL)
}
