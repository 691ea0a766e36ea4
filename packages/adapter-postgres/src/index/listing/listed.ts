import type { ProductId } from '@utpid/core'
import type { SearchPosition } from '@utpid/core/storage'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** A product of a page. */
export interface ListedRow {
  readonly product_id: ProductId
  readonly rank: number
  readonly tier: number
  /** Number of products of the whole tier; null if they were not counted. */
  readonly total: number | null
}

/** The products of a page that come from one tier. */
export interface Listed {
  readonly rows: readonly ListedRow[]
  /** Number of products of the tier; undefined if they were not counted. */
  readonly total: number | undefined
}

/** Limits that select the method of listing a tier. */
export interface ListingLimits {
  /** Maximum products to read in order, if they probably fill a page. */
  readonly maxPassed: number
  /** Maximum cost, in microseconds, of listing a whole tier, which also counts its products. */
  readonly maxListingCost: number
  /** Maximum products of a tier that is fetched as a whole, together with the narrower tiers before it. */
  readonly maxChained: number
}

/** Arguments of every listing method, apart from the tier. */
export interface ListingRequest {
  /** Number of missing products of the page, plus the products already on it, since a tier may list these again. */
  readonly max: number
  readonly weighed: WeighedQuery
  readonly limits: ListingLimits
  /** Position in the tier where the previous page ended. */
  readonly startsAt: SearchPosition | undefined
  /** Tiers whose products were on earlier pages. */
  readonly excluded: readonly WeighedTier[]
}
