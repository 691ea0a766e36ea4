import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { costOfListing, ESTIMATE_ERROR } from '../planner/search-cost.ts'
import { isOneWord, type WeighedTier } from '../planner/weighed-query.ts'
import { listByRanges } from './list-by-ranges.ts'
import { listByRank } from './list-by-rank.ts'
import { listByTerms } from './list-by-terms.ts'
import { listChain } from './list-chain.ts'
import type { Listed, ListingRequest } from './listed.ts'

/**
 * Lists a tier with the cheapest of three methods. For frequent tiers it reads products in order until the page is
 * full. For rare tiers it lists all products. For other tiers it fetches products, one range of the ordering after the
 * other, until the page is full.
 */
export async function listTier(
  connection: Connection,
  tables: DerivedTables,
  tier: WeighedTier,
  asked: ListingRequest,
): Promise<Listed> {
  const { max, weighed, limits } = asked
  const { products } = weighed
  if (max === 0) return { rows: [], total: undefined }
  const likely = (max * products) / tier.expected
  if (isReadInOrder(tier, asked)) {
    const steps = tier.required.length === 0 ? products : Math.min(products, Math.ceil(likely * ESTIMATE_ERROR))
    const rows = await listByRank(connection, tables, tier, asked, steps)
    if (rows.length >= max || steps >= products) return { rows, total: undefined }
  }
  if (costOfListing(tier) > limits.maxListingCost) {
    // The product count of one word is exact. Several words may have far fewer common products than expected.
    const few = isOneWord(tier)
      ? undefined
      : await listChain(connection, tables, { tiers: [tier], widest: tier }, asked)
    if (few !== undefined) return few
    const rows = await listByRanges(connection, tables, tier, asked, likely * ESTIMATE_ERROR)
    if (rows.length >= max) return { rows, total: undefined }
  }
  return await listByTerms(connection, tables, tier, asked)
}

/** Returns whether few products of the ordering probably fill a page of the tier. */
export function isReadInOrder({ required, expected }: WeighedTier, { max, weighed, limits }: ListingRequest): boolean {
  return required.length === 0 || (max * weighed.products) / expected <= limits.maxPassed
}
