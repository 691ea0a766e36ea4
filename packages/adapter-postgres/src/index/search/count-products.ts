import type { SearchAnswer } from '@utpid/core'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { COST, COUNTED_TO, costOfListing } from '../planner/search-cost.ts'
import { SearchSql } from '../planner/search-sql.ts'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** Microseconds that counting may take where the total is expected to be so low. */
const COUNTING_MOST = 30_000
/** Microseconds of listing in which a total is counted whatever it is expected to be. */
const COUNTING_ANYHOW = 5_000

interface Known {
  /** Tiers of which it is known how many products satisfy them. */
  readonly totals: ReadonlyMap<WeighedTier, number>
  /** Products that were listed. */
  readonly seen: number
}

/**
 * How many products a query finds. It is exact where that is known or quickly counted: for one word, and for totals up to
 * ten thousand. Counting common words takes as long as listing all that holds them, so that of these a lower bound is said.
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

/** Of a tier that is one term, or none. */
function exactly({ required, optional }: WeighedTier, products: number): number | undefined {
  if (optional.length > 0 || required.length > 1) return undefined
  const [group] = required
  if (group === undefined) return products
  return group.hashes.size === 1 ? group.most : undefined
}

/**
 * A tier that is one word, as the term that most products hold, of which it is known how many do, and the other ones:
 * a common word of names is seldom one of places. Undefined where counting all at once takes no longer.
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

/** @returns how many products satisfy any of some tiers; of more than are counted, one more than those. */
async function countAny(
  connection: Connection,
  { product_terms }: DerivedTables,
  tiers: readonly WeighedTier[],
  most: number | undefined,
): Promise<number> {
  const sql = new SearchSql()
  const limit = most === undefined ? '' : `limit ${most + 1}`
  const [row] = await connection.query<{ total: number }>(
    // Apart, so that the limit does not tempt the planner to read the table from its beginning.
    `with found as materialized (select from ${product_terms} where ${sql.foundByAny(tiers)})
     select count(*) as total from (select from found ${limit}) as counted`,
    sql.values,
  )
  return row?.total ?? 0
}

/** Products of some tiers that are not of another one. */
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
