import type { ProductId } from '../model/utpid.ts'

/**
 * A search as data. Products carry terms tagged by field (`TAG:text`); a condition is a
 * conjunction of groups, a group is satisfied by any one of its terms. A condition without
 * groups holds for every product.
 */
export interface SearchQuery {
  readonly match: TermCondition
  /** Products that satisfy one of these are left out: they came in an earlier tier. */
  readonly except: readonly TermCondition[]
  /** 0 or more. */
  readonly offset: number
  /** 0 to `LIMITS.searchPageSize`; 0 only counts. */
  readonly limit: number
}

export interface TermCondition {
  readonly groups: readonly TermGroup[]
  /** How many of the groups marked `optional` must hold; all when absent. */
  readonly atLeast?: number
}

export interface TermGroup {
  /** Tagged terms; one of them suffices. Never empty. */
  readonly any: readonly string[]
  /** Counted by `atLeast`; a group that is not optional must hold. */
  readonly optional?: boolean
}

export interface SearchAnswer {
  /** All products that satisfy the query. */
  readonly total: number
  /** False when `total` is only a lower bound. */
  readonly exact: boolean
  /** The page, in order. */
  readonly productIds: readonly ProductId[]
}

export interface ExpandRequest {
  /** Tag whose words are searched, for example `n`. */
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

/** By document frequency, highest first; ties by word, in code point order. The word itself is not among them. */
export interface ExpandedWord {
  readonly word: string
  /** Products that hold it. */
  readonly products: number
}
