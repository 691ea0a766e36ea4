import type { EarthPoint } from '../model/place.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * A search as data. Products carry terms tagged by field (`TAG:text`); a condition is a
 * conjunction of groups, a group is satisfied by any one of its terms. A condition without
 * groups holds for every product.
 *
 * A product's tier is the position of the first condition of `tiers` that it satisfies; one
 * that satisfies none is not found. Order is total: tier, then best static rank (with `near`:
 * nearest) first, then ascending id. One call is one look at the index: no change comes
 * between its tiers.
 */
export interface SearchQuery {
  /**
   * 1 to `LIMITS.tiersPerSearch`, the narrowest first. A search that goes on with more tiers behind the same objects, and is the
   * same otherwise, may be answered from what was worked out before.
   */
  readonly tiers: readonly TermCondition[]
  /**
   * Whoever asks knows that so many of the last `tiers` find every product that another one finds: then their products are the
   * total, and the others need only be looked at until a page is full. It changes no answer. Unknown unless given.
   */
  readonly lastFindAll?: number
  /** What every product found must satisfy besides its tier. `optional` means nothing here. */
  readonly filters: readonly TermGroup[]
  /** Only products with a point in this circle. */
  readonly near?: SearchCircle
  /** Only products that come after this place in the order. `total` counts the others, too. */
  readonly after?: SearchPosition
  /** Products left out at the beginning, or after `after`: 0 or more. */
  readonly offset: number
  /** 0 to `LIMITS.searchPageSize`; 0 only counts. */
  readonly limit: number
  /** Tagged terms of which is asked how many of all products found hold them; at most `LIMITS.countedTermsPerSearch`. */
  readonly counted?: readonly string[]
}

/** What a product must have to be in a tier: each of the groups, or so many of them. */
export interface TermCondition {
  readonly groups: readonly TermGroup[]
  /** How many of the groups marked `optional` must hold; all when absent. */
  readonly atLeast?: number
}

/** Terms of which a product must have one. */
export interface TermGroup {
  /** Tagged terms; one of them suffices. Never empty. */
  readonly any: readonly string[]
  /** Counted by `atLeast`; a group that is not optional must hold. */
  readonly optional?: boolean
}

/**
 * The points whose squared distance (dx * dx + dy * dy + dz * dz, whole numbers) is at most
 * `reach`. Core also names the cells of the circle among the filters, so that an index finds the
 * products by terms and need only measure those.
 */
export interface SearchCircle {
  readonly center: EarthPoint
  /** Squared decimetres, 0 or more. */
  readonly reach: number
}

/** The place of a product in the order of a query. */
export interface SearchPosition {
  /** 0 is the first. */
  readonly tier: number
  /** Its static rank; with `near` its squared distance. */
  readonly key: number
  readonly id: ProductId
}

/** Which products a search found, in order. */
export interface SearchAnswer {
  /** All products that satisfy the query, whatever `after`, `offset` and `limit` are. */
  readonly total: number
  /** False when `total` is only a lower bound. */
  readonly exact: boolean
  /** The page, in order. */
  readonly productIds: readonly ProductId[]
  /** The place of the page's last product; absent when the page is empty or no product comes after it. */
  readonly next?: SearchPosition
  /** Of a query with `counted`. */
  readonly counts?: TermCounts
}

/** How many of the products found hold some terms, whatever `after`, `offset` and `limit` are. */
export interface TermCounts {
  /** By the terms asked for, in their order. */
  readonly products: readonly number[]
  /** False when they are only lower bounds. */
  readonly exact: boolean
}

/** A question for the words of an index that are like a word. */
export interface ExpandRequest {
  /** Tag whose words are searched, for example `name`; for those of `WHOLE_TAGS` an index may answer nothing. */
  readonly tag: string
  readonly word: string
  /**
   * `prefix`: words that begin with it; a number: words within that many typos (1 or 2). A typo
   * is one UTF-16 unit added, dropped or replaced, or two neighbours swapped.
   */
  readonly by: 'prefix' | 1 | 2
  /** 1 to `LIMITS.wordsPerExpansion`. */
  readonly limit: number
}

/**
 * By document frequency, highest first; ties by word, in code point order. The word itself is not among them. One that
 * holds a space, or more than `LIMITS.nameCharacters` characters, may be missing.
 */
export interface ExpandedWord {
  readonly word: string
  /** Products that hold it. */
  readonly products: number
}
