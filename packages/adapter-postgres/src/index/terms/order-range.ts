import type { ProductId } from '@utpid/core'

/** The number of ranks, which are 0 to 15. */
const RANKS = 16
/** The number of ranges per rank. Eight ranges form a longer range. */
const RANGES_PER_RANK = 64
const RANGES_PER_LONG_RANGE = 8
/** The number of ids per range. A product id has 50 random bits; the highest bits determine the range. */
const IDS_PER_RANGE = 2 ** 44

/**
 * The number of a range in the result order: the products of one rank between two ids. The ranges of a product are
 * stored among its terms. The first of many products with a word are thus found without fetching the others. Ids are
 * random, so all ranges of a rank have about the same size. With other ids, only the sizes would differ more.
 */
export type OrderRange = number

/**
 * The first number for ranks and ranges among the hashes of terms. Hashes are 0 or more; -1 represents all products.
 */
const RANK_TERM = -2
const RANGE_TERM = -32
const LONGER_TERM = RANGE_TERM - RANKS * RANGES_PER_RANK

/** The terms that represent the ranks. */
export const RANK_TERMS: readonly number[] = Array.from({ length: RANKS }, (_, rank) => RANK_TERM - rank)

/** Returns whether products are counted for a term. They are counted for ranks, but not for ranges. */
export function isCounted(term: number): boolean {
  return term > RANGE_TERM
}

export function orderRange(rank: number, id: ProductId): OrderRange {
  return (RANKS - 1 - rank) * RANGES_PER_RANK + Math.min(RANGES_PER_RANK - 1, Math.floor(id / IDS_PER_RANGE))
}

/** Returns the terms that represent the position of a product in the ordering: its rank and its two ranges. */
export function orderTerms(rank: number, id: ProductId): number[] {
  const stretch = orderRange(rank, id)
  return [RANK_TERM - rank, LONGER_TERM - Math.floor(stretch / RANGES_PER_LONG_RANGE), RANGE_TERM - stretch]
}

/** Returns the smallest set of terms that covers exactly the products from one range to another. */
export function termsBetween(first: OrderRange, last: OrderRange): number[] {
  const terms: number[] = []
  for (let at = first; at <= last; ) {
    const fits = (length: number): boolean => at % length === 0 && at + length - 1 <= last
    if (fits(RANGES_PER_RANK)) {
      terms.push(RANK_TERM - (RANKS - 1 - at / RANGES_PER_RANK))
      at += RANGES_PER_RANK
    } else if (fits(RANGES_PER_LONG_RANGE)) {
      terms.push(LONGER_TERM - at / RANGES_PER_LONG_RANGE)
      at += RANGES_PER_LONG_RANGE
    } else {
      terms.push(RANGE_TERM - at)
      at++
    }
  }
  return terms
}

/** The growth factor: products of a group of ranges, divided by the products of all groups before it. */
const GROWTH = 4

/**
 * Returns the terms of groups of ranges, starting with the range `start`. The first group has about `products`
 * products. Each other group has several times as many products as all groups before it, so that few groups suffice.
 *
 * @param held - Returns the product count of the term of a rank.
 */
export function rangeGroups(held: (term: number) => number, products: number, start: OrderRange = 0): number[][] {
  const groups: number[][] = []
  let first = start
  let inside = 0
  let passed = 0
  for (let stretch = start; stretch < RANKS * RANGES_PER_RANK; stretch++) {
    const ofRank = held(RANK_TERM - (RANKS - 1 - Math.floor(stretch / RANGES_PER_RANK)))
    // Skips ranks without products.
    if (ofRank === 0 && inside === 0) {
      first = stretch + 1
      continue
    }
    inside += ofRank / RANGES_PER_RANK
    if (inside < Math.max(products, passed * GROWTH) && stretch < RANKS * RANGES_PER_RANK - 1) continue
    groups.push(termsBetween(first, stretch))
    first = stretch + 1
    passed += inside
    inside = 0
  }
  return groups
}
