import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { costOfListing, SURPRISE } from '../planner/search-cost.ts'
import { isOneWord, type WeighedTier } from '../planner/weighed-query.ts'
import { listByRank } from './list-by-rank.ts'
import { listByStretches } from './list-by-stretches.ts'
import { listByTerms } from './list-by-terms.ts'
import { listChain } from './list-chain.ts'
import type { AskedOfTier, Listed } from './listed.ts'

/**
 * Lists a tier in the cheapest of three ways: what most products satisfy soon fills a page along the order; of what few
 * satisfy all are listed; and of what lies between, no more is fetched than a page needs, stretch by stretch of the order.
 */
export async function listTier(
  connection: Connection,
  tables: DerivedTables,
  tier: WeighedTier,
  asked: AskedOfTier,
): Promise<Listed> {
  const { most, weighed, limits } = asked
  const { products } = weighed
  if (most === 0) return { rows: [], total: undefined }
  const likely = (most * products) / tier.expected
  if (isPassed(tier, asked)) {
    const steps = tier.required.length === 0 ? products : Math.min(products, Math.ceil(likely * SURPRISE))
    const rows = await listByRank(connection, tables, tier, asked, steps)
    if (rows.length >= most || steps >= products) return { rows, total: undefined }
  }
  if (costOfListing(tier) > limits.listedAtOnce) {
    // How many products hold one word is known; of several there may be far fewer than expected.
    const few = isOneWord(tier)
      ? undefined
      : await listChain(connection, tables, { tiers: [tier], widest: tier }, asked)
    if (few !== undefined) return few
    const rows = await listByStretches(connection, tables, tier, asked, likely * SURPRISE)
    if (rows.length >= most) return { rows, total: undefined }
  }
  return await listByTerms(connection, tables, tier, asked)
}

/** Whether a page of a tier is likely to be full after few products of the order. */
export function isPassed({ required, expected }: WeighedTier, { most, weighed, limits }: AskedOfTier): boolean {
  return required.length === 0 || (most * weighed.products) / expected <= limits.passed
}
