import type { WeighedTier } from './weighed-query.ts'

/**
 * Costs in microseconds, measured on warm tables: a product in a posting list of the inverted index, a fetched product,
 * and a product read by rank and compared with the query.
 */
export const COST: Readonly<Record<'listed' | 'fetched' | 'passed', number>> = { listed: 0.2, fetched: 1, passed: 2 }

/** Returns the cost of finding all products of a tier by terms. */
export function costOfListing({ maxProducts, expected }: WeighedTier): number {
  return maxProducts * COST.listed + expected * COST.fetched
}

/** Maximum total that is counted exactly, if term frequencies indicate that it is so low. */
export const MAX_EXACT_TOTAL = 10_000
/** Maximum products of a query that are all fetched and evaluated against all tiers. */
export const MAX_EVALUATED_AT_ONCE = 800
/** Maximum products of adjacent tiers that are listed together. With more, the first tier may fill the page. */
export const MAX_LISTED_TOGETHER = 300
/** Error factor of expected counts, up or down: words do not co-occur by chance. */
export const ESTIMATE_ERROR = 4

/** Estimates the products that satisfy any of the tiers, too many rather than too few. */
export function estimateProducts(tiers: readonly WeighedTier[]): number {
  return tiers.reduce((sum, { maxProducts, expected }) => sum + Math.min(maxProducts, expected * ESTIMATE_ERROR), 0)
}
