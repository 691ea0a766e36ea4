import type { ProductId } from '@utpid/core'
import type { SearchPosition } from '@utpid/core/storage'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** A product of a page. */
export interface ListedRow {
  readonly product_id: ProductId
  readonly rank: number
  readonly tier: number
  /** The number of products of the whole tier; null if not counted. */
  readonly total: number | null
}

/** The products of a page that come from one tier. */
export interface Listed {
  readonly rows: readonly ListedRow[]
  /** The number of products of the tier; undefined if not counted. */
  readonly total: number | undefined
}

/** Limits that select the method of listing a tier. */
export interface ListingLimits {
  /** The maximum number of products to read in order, if they probably fill a page. */
  readonly maxPassed: number
  /** The maximum cost of listing a whole tier, in microseconds. Listing also counts the products. */
  readonly maxListingCost: number
  /**
   * The maximum number of products of a tier that is fetched as a whole, together with the narrower tiers before it.
   */
  readonly maxChained: number
}

/** Arguments of every listing method, apart from the tier. */
export interface ListingRequest {
  /** The number of missing products of the page, plus the products already on the page: a tier may list these again. */
  readonly max: number
  readonly weighed: WeighedQuery
  readonly limits: ListingLimits
  /** The position in the tier where the previous page ended. */
  readonly startsAt: SearchPosition | undefined
  /** The tiers whose products were on earlier pages. */
  readonly excluded: readonly WeighedTier[]
}
