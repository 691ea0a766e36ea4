import type { ProductId } from '@utpid/core'
import type { SearchPosition } from '@utpid/core/storage'
import type { WeighedQuery, WeighedTier } from '../planner/weighed-query.ts'

/** A product of a page. */
export interface ListedRow {
  readonly product_id: ProductId
  readonly rank: number
  readonly tier: number
  /** Total of the whole tier; null if it was not counted. */
  readonly total: number | null
}

/** The part of a page that one tier lists. */
export interface Listed {
  readonly rows: readonly ListedRow[]
  /** Number of products of the tier; undefined if they were not counted. */
  readonly total: number | undefined
}

/** Limits that select the way of listing a tier. */
export interface ListingLimits {
  /** Maximum products to read in order, if they likely fill a page. */
  readonly maxPassed: number
  /** Maximum cost, in microseconds, of listing a whole tier. This also counts its products. */
  readonly maxListingCost: number
  /** Maximum products of a tier that is fetched as a whole for the narrower tiers before it. */
  readonly maxChained: number
}

/** Arguments of every way of listing, apart from the tier. */
export interface ListingRequest {
  /** Missing products of the page plus the products already on it, since a tier may list those again. */
  readonly max: number
  readonly weighed: WeighedQuery
  readonly limits: ListingLimits
  /** Position in the tier where the previous page ended. */
  readonly startsAt: SearchPosition | undefined
  /** Tiers whose products were on earlier pages. */
  readonly excluded: readonly WeighedTier[]
}
