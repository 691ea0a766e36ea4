import type { WeighedTier } from './weighed-query.ts'

/**
 * What things cost, measured on warm tables, in microseconds: a product in a list of the inverted index, a product that is
 * fetched, and one that is passed in the order of ranks and compared with the query.
 */
export const COST: Readonly<Record<'listed' | 'fetched' | 'passed', number>> = { listed: 0.2, fetched: 1, passed: 2 }

/** Of finding all products of a tier by their terms. */
export function costOfListing({ most, expected }: WeighedTier): number {
  return most * COST.listed + expected * COST.fetched
}

/** Totals up to this are exact as far as frequencies tell that they are so low. */
export const COUNTED_TO = 10_000
/** Products up to which every one of a query is fetched and judged by all tiers. */
export const JUDGED_AT_ONCE = 800
/** Products of neighbouring tiers up to which these are listed together; more are not, as the first may fill the page. */
export const LISTED_TOGETHER = 300
/** How often more products than expected satisfy a tier, or fewer: words that go together are no chance. */
export const SURPRISE = 4

/** About how many products satisfy any of some tiers, rather too many than too few. */
export function likelyFound(tiers: readonly WeighedTier[]): number {
  return tiers.reduce((sum, { most, expected }) => sum + Math.min(most, expected * SURPRISE), 0)
}
