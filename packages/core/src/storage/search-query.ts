import type { EarthPoint } from '../model/place.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * A search as data. Products have terms tagged by field (`TAG:text`). A condition is a conjunction of groups; any term
 * of a group satisfies the group. Every product satisfies a condition without groups.
 *
 * A product's tier is the position of the first condition of `tiers` that it satisfies. The search does not find a
 * product that satisfies no condition. The order is total: first by tier, then by static rank, best rank first (with
 * `near`: by distance, nearest first), then by ascending id. A call reads one state of the index: no change comes
 * between its tiers.
 */
export interface SearchQuery {
  /**
   * The tiers, 1 to `LIMITS.tiersPerSearch`, narrowest first. A later search may reuse earlier results if it has the
   * same tier objects, followed by more tiers, and is otherwise equal.
   */
  readonly tiers: readonly TermCondition[]
  /**
   * A hint: together, this many of the last `tiers` find every product that any tier finds. Then `total` counts the
   * products of these tiers, and the index reads the other tiers only until a page is full. The hint changes no result.
   * Default: unknown.
   */
  readonly widestTiers?: number
  /** Conditions that every product must satisfy besides its tier. `optional` has no effect here. */
  readonly filters: readonly TermGroup[]
  /** A circle. The result contains only products with a point in this circle. */
  readonly near?: SearchCircle
  /** A position in the order. The page contains only products after this position, but `total` counts all products. */
  readonly after?: SearchPosition
  /** The number of products to skip at the start or after `after`, 0 or more. */
  readonly offset: number
  /** The maximum number of products, 0 to `LIMITS.searchPageSize`. With 0, the search only counts. */
  readonly limit: number
  /** The tagged terms to count over all found products; at most `LIMITS.countedTermsPerSearch`. */
  readonly counted?: readonly string[]
}

/**
 * The condition of a tier. Either all groups must match, or all required groups and a minimum number of optional
 * groups.
 */
export interface TermCondition {
  readonly groups: readonly TermGroup[]
  /** The minimum number of matching groups among the groups marked `optional`. Default: all of them. */
  readonly minShouldMatch?: number
}

/** A group of terms. A product must have one of these terms. */
export interface TermGroup {
  /** The tagged terms, of which one is sufficient. The list is never empty. */
  readonly any: readonly string[]
  /** True if `minShouldMatch` counts the group. A group that is not optional must match. */
  readonly optional?: boolean
}

/**
 * A circle: the points whose squared distance (dx * dx + dy * dy + dz * dz, whole numbers) is at most `squaredRadius`.
 * Core also adds the cells of the circle to the filters. So an index finds products by terms and measures only these
 * products.
 */
export interface SearchCircle {
  readonly center: EarthPoint
  /** The squared radius in squared decimetres, 0 or more. */
  readonly squaredRadius: number
}

/** The position of a product in the order of a query. */
export interface SearchPosition {
  /** The index of the tier; 0 is the first tier. */
  readonly tier: number
  /** The static rank; with `near`, the squared distance. */
  readonly key: number
  readonly id: ProductId
}

/** The result of a search. */
export interface SearchAnswer {
  /** The number of all products that satisfy the query, regardless of `after`, `offset` and `limit`. */
  readonly total: number
  /** False if `total` is only a lower bound. */
  readonly exact: boolean
  /** The ids of the page, in order. */
  readonly productIds: readonly ProductId[]
  /** The position of the page's last product; absent if the page is empty or is the last page. */
  readonly next?: SearchPosition
  /** The counts of terms, for a query with `counted`. */
  readonly counts?: TermCounts
}

/** The counts of terms over all found products, regardless of `after`, `offset` and `limit`. */
export interface TermCounts {
  /** The number of products for each counted term, in the order of the query. */
  readonly products: readonly number[]
  /** False if the counts are only lower bounds. */
  readonly exact: boolean
}

/** A request for words of an index that are similar to a word. */
export interface ExpandRequest {
  /** The tag of the searched words, for example `name`. For `WHOLE_TAGS`, an index may return nothing. */
  readonly tag: string
  readonly word: string
  /**
   * The kind of similarity. `prefix`: words that start with the given word. A number: words within this number of typos
   * (1 or 2). A typo is one UTF-16 unit added, dropped or replaced, or a swap of two neighbours.
   */
  readonly by: 'prefix' | 1 | 2
  /** The maximum number of words, 1 to `LIMITS.wordsPerExpansion`. */
  readonly limit: number
}

/**
 * A similar word. The words are ordered by document frequency, highest first; ties by word, in code point order. The
 * result does not contain the given word. It may omit a word with a space or with more than `LIMITS.nameCharacters`
 * characters.
 */
export interface ExpandedWord {
  readonly word: string
  /** The number of products with the word. */
  readonly products: number
}
