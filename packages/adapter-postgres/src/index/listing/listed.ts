import type { ProductId, SearchPosition } from '@utpid/core'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** A product of a page. */
export interface ListedRow {
  readonly product_id: ProductId
  readonly rank: number
  readonly tier: number
  /** Of the whole tier; null when it was not counted. */
  readonly total: number | null
}

/** What one tier lists of a page. */
export interface Listed {
  readonly rows: readonly ListedRow[]
  /** How many products satisfy the tier; undefined when they were not counted. */
  readonly total: number | undefined
}

/** When a tier is listed in which way. */
export interface ListingLimits {
  /** Products that are passed along the order, at most, where a page is likely to be full by then. */
  readonly passed: number
  /** Microseconds that a tier is listed in as a whole, which also tells how many products satisfy it. */
  readonly listedAtOnce: number
  /** Products, at most, of a tier that is fetched as a whole for the sake of narrower ones before it. */
  readonly chained: number
}

/** What each way of listing is asked for, beside its tier. */
export interface AskedOfTier {
  /** As many as are missing on the page, and as many again as are on it: a tier may list every one of these. */
  readonly most: number
  readonly weighed: WeighedQuery
  readonly limits: ListingLimits
  /** Where the tier goes on from the page before. */
  readonly begins: SearchPosition | undefined
  /** Tiers whose products were on pages before. */
  readonly excluded: readonly WeighedTier[]
}
