import type { SearchAnswer } from '@utpid/core/storage'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { COST, COUNTED_TO, costOfListing } from '../planner/search-cost.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** Maximum cost of counting, in microseconds, if the expected total is within {@link COUNTED_TO}. */
const COUNTING_MOST = 30_000
/** Maximum cost of listing, in microseconds, below which a total is always counted. */
const COUNTING_ANYHOW = 5_000

interface Known {
  /** Tiers with known totals. */
  readonly totals: ReadonlyMap<WeighedTier, number>
  /** Number of listed products. */
  readonly seen: number
}

/**
 * Counts the products of a query. The total is exact if it is known or cheap to count: for one word, and for totals up
 * to 10,000. Counting common words costs as much as listing all their products, so they get a lower bound.
 */
export async function countProducts(
  connection: Connection,
  tables: DerivedTables,
  weighed: WeighedQuery,
  { totals, seen: listed }: Known,
): Promise<Pick<SearchAnswer, 'total' | 'exact'>> {
  const { widest } = weighed
  let seen = listed
  const [main, ...others] = [...widest].sort((a, b) => b.most - a.most) as [WeighedTier, ...WeighedTier[]]
  const own = totals.get(main) ?? exactly(main, weighed.products)
  const beside = others.reduce((sum, tier) => sum + costOfListing(tier), 0)
  if (own !== undefined && beside <= COUNTING_MOST) {
    return { total: own + (await countBeside(connection, tables, main, others)), exact: true }
  }
  const parts = others.length === 0 ? apart(main) : undefined
  if (parts !== undefined) {
    return { total: parts.most.most + (await countBeside(connection, tables, parts.most, [parts.rest])), exact: true }
  }
  const expected = widest.reduce((sum, tier) => sum + tier.expected, 0)
  const listing = widest.reduce((sum, { most }) => sum + most * COST.listed, 0)
  const isFew = expected <= COUNTED_TO && listing + expected * COST.fetched <= COUNTING_MOST
  if (isFew || listing <= COUNTING_ANYHOW) {
    const most = isOneWord(widest) ? undefined : COUNTED_TO
    const total = await countAny(connection, tables, widest, most)
    if (most === undefined || total <= most) return { total, exact: true }
    seen = Math.max(seen, total)
  }
  return { total: Math.max(seen, ...widest.map((tier) => totals.get(tier) ?? atLeast(tier))), exact: false }
}

/** Returns the total of a tier with one term or none; else undefined. */
function exactly({ required, optional }: WeighedTier, products: number): number | undefined {
  if (optional.length > 0 || required.length > 1) return undefined
  const [group] = required
  if (group === undefined) return products
  return group.hashes.size === 1 ? group.most : undefined
}

/**
 * Splits a tier of one word into its most frequent term, whose count is known, and its other terms: a common word of
 * names is rarely one of places. Undefined if counting both together is not slower.
 */
function apart(tier: WeighedTier): { readonly most: WeighedTier; readonly rest: WeighedTier } | undefined {
  const [group] = tier.required
  if (group === undefined || tier.required.length > 1 || tier.optional.length > 0) return undefined
  const rest = group.most - group.least
  if (rest * COST.fetched > Math.min(COUNTING_MOST, group.most * COST.listed)) return undefined
  const only = (hashes: Iterable<number>, most: number): WeighedTier => {
    return { ...tier, required: [{ ...group, hashes: new Set(hashes), most, least: 0 }], most, expected: most }
  }
  const others = [...group.hashes].filter((hash) => hash !== group.commonest)
  return { most: only([group.commonest], group.least), rest: only(others, rest) }
}

function isOneWord([tier, ...others]: readonly WeighedTier[]): boolean {
  return others.length === 0 && tier !== undefined && tier.required.length <= 1 && tier.optional.length === 0
}

function atLeast({ required, optional }: WeighedTier): number {
  return optional.length === 0 && required.length === 1 ? (required[0]?.least ?? 0) : 0
}

/** @returns The number of products that satisfy any of the tiers; `most` + 1 if there are more than `most`. */
async function countAny(
  connection: Connection,
  { product_terms }: DerivedTables,
  tiers: readonly WeighedTier[],
  most: number | undefined,
): Promise<number> {
  const sql = new SearchSql()
  const limit = most === undefined ? '' : `limit ${most + 1}`
  const [row] = await connection.query<{ total: number }>(
    // Materialized, so that the limit does not make the planner scan the table from its start.
    `with found as materialized (select from ${product_terms} where ${sql.foundByAny(tiers)})
     select count(*) as total from (select from found ${limit}) as counted`,
    sql.values,
  )
  return row?.total ?? 0
}

/** Counts the products of some tiers that are not in another one. */
async function countBeside(
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
