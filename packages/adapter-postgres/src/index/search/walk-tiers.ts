import type { ProductId } from '@utpid/core'
import type { SearchAnswer, SearchPosition, SearchQuery } from '@utpid/core/storage'
import type { Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { listChain } from '../listing/list-chain.ts'
import { isReadInOrder, listTier } from '../listing/list-tier.ts'
import { listTogether } from '../listing/list-together.ts'
import type { ListedRow, ListingLimits } from '../listing/listed.ts'
import { estimateProducts, MAX_LISTED_TOGETHER } from '../planner/search-cost.ts'
import { chainOf } from '../planner/tier-chain.ts'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'
import { countProducts } from './count-products.ts'
import { countTerms } from './count-terms.ts'

const LIMITS: ListingLimits = { maxPassed: 1_000, maxListingCost: 3_000, maxChained: 300 }

/** Lists a query tier by tier until the page is full, with the cheapest method for each tier. */
export async function walkTiers(
  connection: Connection,
  tables: DerivedTables,
  query: SearchQuery,
  weighed: WeighedQuery,
  limits: ListingLimits = LIMITS,
): Promise<SearchAnswer> {
  const { after, offset, limit, counted } = query
  // Requests one product more than the page has, to find out whether another product follows.
  const wanted = limit === 0 ? 0 : offset + limit + 1
  const page = new Map<ProductId, SearchPosition>()
  const totals = new Map<WeighedTier, number>()
  const passed: WeighedTier[] = []
  const take = (rows: readonly ListedRow[]): void => {
    for (const { product_id: id, rank, tier: at } of rows) {
      if (page.size < wanted && !page.has(id)) page.set(id, { tier: at, key: rank, id })
    }
  }
  const steps = stepsOf(weighed.tiers, after)
  let triesChain = true
  for (let at = 0; at < steps.length && page.size < wanted; at++) {
    const tiers = steps[at] as WeighedTier[]
    const [tier] = tiers as [WeighedTier]
    const startsAt = after?.tier === tier.at ? after : undefined
    if (after !== undefined && tier.at <= after.tier) passed.push(tier)
    if (after !== undefined && tier.at < after.tier) continue
    const excluded = startsAt === undefined ? passed : passed.slice(0, -1)
    const asked = { max: wanted, weighed, limits, startsAt, excluded }
    if (triesChain && !isReadInOrder(tier, asked) && (after === undefined || tier.at > after.tier)) {
      const chain = chainOf(steps.slice(at), limits.maxChained)
      const chained = chain === undefined ? undefined : await listChain(connection, tables, chain, asked)
      if (chain !== undefined && chained !== undefined) {
        if (chained.total !== undefined) totals.set(chain.widest, chained.total)
        take(chained.rows)
        at += chain.steps - 1
        continue
      }
      triesChain = chain === undefined
    }
    const listed =
      tiers.length > 1
        ? await listTogether(connection, tables, tiers, asked)
        : await listTier(connection, tables, tier, asked)
    if (listed.total !== undefined) totals.set(tier, listed.total)
    take(listed.rows)
  }
  const found = [...page.values()]
  const shown = found.slice(offset, offset + limit)
  const productIds = shown.map(({ id }) => id)
  const seen = after === undefined ? found.length : 0
  const { total, exact } = await countProducts(connection, tables, weighed, { totals, seen })
  const next = found.length > offset + limit ? shown.at(-1) : undefined
  const counts = counted === undefined ? undefined : await countTerms(connection, tables, counted, weighed)
  return { total, exact, productIds, ...(counts && { counts }), ...(next && { next }) }
}

/** Groups tiers into steps, in order. Adjacent rare tiers form one step, except tiers before a cursor. */
function stepsOf(tiers: readonly WeighedTier[], after: SearchPosition | undefined): WeighedTier[][] {
  const steps: WeighedTier[][] = []
  for (const tier of tiers) {
    const last = steps.at(-1)
    const isFree = after === undefined || (last?.[0] !== undefined && last[0].at > after.tier)
    if (last !== undefined && isFree && estimateProducts([...last, tier]) <= MAX_LISTED_TOGETHER) last.push(tier)
    else steps.push([tier])
  }
  return steps
}
