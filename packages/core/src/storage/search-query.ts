import type { EarthPoint } from '../model/place.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * A search as data. Products have terms tagged by field (`TAG:text`). A condition is a conjunction of groups; any term
 * of a group satisfies the group. Every product satisfies a condition without groups.
 *
 * A product's tier is the position of the first condition of `tiers` that it satisfies. A product that satisfies none
 * is not found. The order is total: tier, then best static rank (with `near`: nearest) first, then ascending id. A call
 * sees one state of the index: no change comes between its tiers.
 */
export interface SearchQuery {
  /**
   * 1 to `LIMITS.tiersPerSearch` tiers, the narrowest first. A later search with the same tier objects and more tiers
   * after them, otherwise equal, may reuse earlier results.
   */
  readonly tiers: readonly TermCondition[]
  /**
   * Hint that this many of the last `tiers` together find every product that any tier finds. Then `total` counts their
   * products, and the other tiers are read only until a page is full. It changes no result. Default: unknown.
   */
  readonly widestTiers?: number
  /** Conditions on every product besides its tier. `optional` has no effect here. */
  readonly filters: readonly TermGroup[]
  /** Only products with a point in this circle. */
  readonly near?: SearchCircle
  /** Returns only products after this position in the order. `total` counts the others, too. */
  readonly after?: SearchPosition
  /** Number of products to skip at the start or after `after`: 0 or more. */
  readonly offset: number
  /** 0 to `LIMITS.searchPageSize`; 0 only counts. */
  readonly limit: number
  /** Tagged terms to count over all found products; at most `LIMITS.countedTermsPerSearch`. */
  readonly counted?: readonly string[]
}

/** Condition of a tier: all groups must match, or all required groups and a minimum number of optional groups. */
export interface TermCondition {
  readonly groups: readonly TermGroup[]
  /** Minimum number of groups marked `optional` that must match. Default: all. */
  readonly minShouldMatch?: number
}

/** Terms; a product must have one of them. */
export interface TermGroup {
  /** Tagged terms; one is sufficient. Never empty. */
  readonly any: readonly string[]
  /** Counted by `minShouldMatch`; a group that is not optional must match. */
  readonly optional?: boolean
}

/**
 * The points whose squared distance (dx * dx + dy * dy + dz * dz, whole numbers) is at most `squaredRadius`. Core also
 * adds the cells of the circle to the filters. So an index finds the products by terms and measures only those
 * products.
 */
export interface SearchCircle {
  readonly center: EarthPoint
  /** Squared decimetres, 0 or more. */
  readonly squaredRadius: number
}

/** Position of a product in the order of a query. */
export interface SearchPosition {
  /** 0 is the first. */
  readonly tier: number
  /** Static rank; with `near`, the squared distance. */
  readonly key: number
  readonly id: ProductId
}

/** Result of a search. */
export interface SearchAnswer {
  /** Number of all products that satisfy the query, regardless of `after`, `offset` and `limit`. */
  readonly total: number
  /** False if `total` is only a lower bound. */
  readonly exact: boolean
  /** The page, in order. */
  readonly productIds: readonly ProductId[]
  /** Position of the page's last product; absent if the page is empty or the last one. */
  readonly next?: SearchPosition
  /** Counts of a query with `counted`. */
  readonly counts?: TermCounts
}

/** Counts of terms over all found products, regardless of `after`, `offset` and `limit`. */
export interface TermCounts {
  /** Number of products by counted term, in order of the query. */
  readonly products: readonly number[]
  /** False if the counts are only lower bounds. */
  readonly exact: boolean
}

/** Asks for words of an index that are similar to a word. */
export interface ExpandRequest {
  /** Tag of the searched words, for example `name`. For `WHOLE_TAGS`, an index may return nothing. */
  readonly tag: string
  readonly word: string
  /**
   * `prefix`: words that start with it; a number: words within that many typos (1 or 2). A typo
   * is one UTF-16 unit added, dropped or replaced, or two neighbours swapped.
   */
  readonly by: 'prefix' | 1 | 2
  /** 1 to `LIMITS.wordsPerExpansion`. */
  readonly limit: number
}

/**
 * A similar word. Ordered by document frequency, highest first; ties by word, in code point order. Excludes the word
 * itself. A word with a space or more than `LIMITS.nameCharacters` characters may be missing.
 */
export interface ExpandedWord {
  readonly word: string
  /** Number of products with the word. */
  readonly products: number
}
