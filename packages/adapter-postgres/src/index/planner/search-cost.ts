import type { WeighedTier } from './weighed-query.ts'

/**
 * The costs in microseconds, measured on warm tables. `listed` is a product in a posting list of the inverted index,
 * `fetched` a fetched product, and `passed` a product read by rank and compared with the query.
 */
export const COST: Readonly<Record<'listed' | 'fetched' | 'passed', number>> = { listed: 0.2, fetched: 1, passed: 2 }

/** Returns the cost of finding all products of a tier by terms. */
export function costOfListing({ maxProducts, expected }: WeighedTier): number {
  return maxProducts * COST.listed + expected * COST.fetched
}

/** The maximum total that is counted exactly. The term frequencies must indicate such a low total. */
export const MAX_EXACT_TOTAL = 10_000
/** The maximum number of products of a query that are all fetched and evaluated against all tiers. */
export const MAX_EVALUATED_AT_ONCE = 800
/**
 * The maximum number of products of adjacent tiers that are listed together. With more products, the first tier may
 * fill the page alone.
 */
export const MAX_LISTED_TOGETHER = 300
/** The maximum factor between an expected count and the real count: words do not occur together by chance. */
export const ESTIMATE_ERROR = 4

/** Estimates the number of products that satisfy any of the tiers. The estimate is rather too high than too low. */
export function estimateProducts(tiers: readonly WeighedTier[]): number {
  return tiers.reduce((sum, { maxProducts, expected }) => sum + Math.min(maxProducts, expected * ESTIMATE_ERROR), 0)
}
