import type { SearchAnswer } from '@utpid/core/storage'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { COST, costOfListing, MAX_EXACT_TOTAL } from '../planner/search-cost.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** The maximum cost of counting, in microseconds, if the expected total is within {@link MAX_EXACT_TOTAL}. */
const MAX_COUNTING_COST = 30_000
/** The cost of listing, in microseconds, below which a total is always counted. */
const ALWAYS_COUNTED_COST = 5_000

interface Known {
  /** The exact totals of tiers, if already determined. */
  readonly totals: ReadonlyMap<WeighedTier, number>
  readonly seen: number
}

/**
 * Counts the products of a query. The total is exact if it is already determined or cheap to count: for one word, and
 * for totals up to 10,000. For common words, the total is a lower bound: counting costs as much as listing all their
 * products.
 */
export async function countProducts(
  connection: Connection,
  tables: DerivedTables,
  weighed: WeighedQuery,
  { totals, seen: listed }: Known,
): Promise<Pick<SearchAnswer, 'total' | 'exact'>> {
  const { widest } = weighed
  let seen = listed
  const [main, ...others] = [...widest].sort((a, b) => b.maxProducts - a.maxProducts) as [WeighedTier, ...WeighedTier[]]
  const own = totals.get(main) ?? exactTotal(main, weighed.products)
  const beside = others.reduce((sum, tier) => sum + costOfListing(tier), 0)
  if (own !== undefined && beside <= MAX_COUNTING_COST) {
    return { total: own + (await countOutside(connection, tables, main, others)), exact: true }
  }
  const parts = others.length === 0 ? splitMostFrequent(main) : undefined
  if (parts !== undefined) {
    return {
      total: parts.most.maxProducts + (await countOutside(connection, tables, parts.most, [parts.rest])),
      exact: true,
    }
  }
  const expected = widest.reduce((sum, tier) => sum + tier.expected, 0)
  const listing = widest.reduce((sum, { maxProducts }) => sum + maxProducts * COST.listed, 0)
  const isFew = expected <= MAX_EXACT_TOTAL && listing + expected * COST.fetched <= MAX_COUNTING_COST
  if (isFew || listing <= ALWAYS_COUNTED_COST) {
    const max = isOneWord(widest) ? undefined : MAX_EXACT_TOTAL
    const total = await countAny(connection, tables, widest, max)
    if (max === undefined || total <= max) return { total, exact: true }
    seen = Math.max(seen, total)
  }
  return { total: Math.max(seen, ...widest.map((tier) => totals.get(tier) ?? atLeast(tier))), exact: false }
}

/** Returns the total of a tier with at most one term; otherwise undefined. */
function exactTotal({ required, optional }: WeighedTier, products: number): number | undefined {
  if (optional.length > 0 || required.length > 1) return undefined
  const [group] = required
  if (group === undefined) return products
  return group.hashes.size === 1 ? group.maxProducts : undefined
}

/**
 * Splits a tier of one word into its most frequent term, which has an exact count, and its other terms: a common word
 * of names is rarely a word of places. Returns undefined if counting both parts together is not slower.
 */
function splitMostFrequent(tier: WeighedTier): { readonly most: WeighedTier; readonly rest: WeighedTier } | undefined {
  const [group] = tier.required
  if (group === undefined || tier.required.length > 1 || tier.optional.length > 0) return undefined
  const rest = group.maxProducts - group.minProducts
  if (rest * COST.fetched > Math.min(MAX_COUNTING_COST, group.maxProducts * COST.listed)) return undefined
  const only = (hashes: Iterable<number>, most: number): WeighedTier => {
    return {
      ...tier,
      required: [{ ...group, hashes: new Set(hashes), maxProducts: most, minProducts: 0 }],
      maxProducts: most,
      expected: most,
    }
  }
  const others = [...group.hashes].filter((hash) => hash !== group.mostFrequent)
  return { most: only([group.mostFrequent], group.minProducts), rest: only(others, rest) }
}

function isOneWord([tier, ...others]: readonly WeighedTier[]): boolean {
  return others.length === 0 && tier !== undefined && tier.required.length <= 1 && tier.optional.length === 0
}

function atLeast({ required, optional }: WeighedTier): number {
  return optional.length === 0 && required.length === 1 ? (required[0]?.minProducts ?? 0) : 0
}

/** @returns the number of products that satisfy any of the tiers; `max` + 1 if there are more than `max`. */
async function countAny(
  connection: Connection,
  { product_terms }: DerivedTables,
  tiers: readonly WeighedTier[],
  max: number | undefined,
): Promise<number> {
  const sql = new SearchSql()
  const limit = max === undefined ? '' : `limit ${max + 1}`
  const [row] = await connection.query<{ total: number }>(
    // Materializes the query, so that the limit does not make the planner scan the table from its start.
    `with found as materialized (select from ${product_terms} where ${sql.foundByAny(tiers)})
     select count(*) as total from (select from found ${limit}) as counted`,
    sql.values,
  )
  return row?.total ?? 0
}

/** Counts the products of some tiers that are not in another tier. */
async function countOutside(
  connection: Connection,
  { product_terms }: DerivedTables,
  tier: WeighedTier,
  others: readonly WeighedTier[],
): Promise<number> {
  if (others.length === 0) return 0
  const sql = new SearchSql()
  const [row] = await connection.query<{ total: number }>(
    `select count(*) as total from ${product_terms} where (${sql.foundByAny(others)}) and not (${sql.satisfies(tier)})`,
    sql.values,
  )
  return row?.total ?? 0
}
