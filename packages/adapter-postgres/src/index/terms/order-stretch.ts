import type { ProductId } from '@utpid/core'

/** Ranks are 0 to 15. */
const RANKS = 16
/** Stretches of one rank; eight of them are a longer one. */
const STRETCHES = 64
const LONGER = 8
/** Of a product id, whose 50 bits are drawn by chance: the highest ones say the stretch. */
const IDS_A_STRETCH = 2 ** 44

/**
 * A piece of the order of answers: the products of one rank between two ids, counted from the first of the order. Those of
 * a product stand among its terms, so that what comes first of many products with a word is found without fetching the
 * rest. Of one rank all have about as many products; were ids drawn otherwise, stretches would only be less even.
 */
export type OrderStretch = number

/** What stands for them among the hashes of terms, which are 0 or more; -1 stands for all products. */
const RANK_TERM = -2
const STRETCH_TERM = -32
const LONGER_TERM = STRETCH_TERM - RANKS * STRETCHES

/** What stands for the products of each rank. */
export const RANK_TERMS: readonly number[] = Array.from({ length: RANKS }, (_, rank) => RANK_TERM - rank)

/** Whether it is known how many products hold a term: of ranks, but not of their stretches. */
export function isCounted(term: number): boolean {
  return term > STRETCH_TERM
}

export function orderStretch(rank: number, id: ProductId): OrderStretch {
  return (RANKS - 1 - rank) * STRETCHES + Math.min(STRETCHES - 1, Math.floor(id / IDS_A_STRETCH))
}

/** What stands among the terms of a product for its place in the order: its rank, and two stretches of that. */
export function orderTerms(rank: number, id: ProductId): number[] {
  const stretch = orderStretch(rank, id)
  return [RANK_TERM - rank, LONGER_TERM - Math.floor(stretch / LONGER), STRETCH_TERM - stretch]
}

/** The fewest terms one of which each product between two stretches holds, and no other product. */
export function termsBetween(first: OrderStretch, last: OrderStretch): number[] {
  const terms: number[] = []
  for (let at = first; at <= last; ) {
    const fits = (length: number): boolean => at % length === 0 && at + length - 1 <= last
    if (fits(STRETCHES)) {
      terms.push(RANK_TERM - (RANKS - 1 - at / STRETCHES))
      at += STRETCHES
    } else if (fits(LONGER)) {
      terms.push(LONGER_TERM - at / LONGER)
      at += LONGER
    } else {
      terms.push(STRETCH_TERM - at)
      at++
    }
  }
  return terms
}

/** How many times more products each group of stretches has than all before it. */
const GROWTH = 4

/**
 * Stretches from one on, in groups by their terms: the first has about as many products as asked for, each other one some
 * times more than all before it, so that the end of the order is not far.
 *
 * @param held - How many products hold what stands for a rank.
 */
export function stretchGroups(held: (term: number) => number, products: number, start: OrderStretch = 0): number[][] {
  const groups: number[][] = []
  let first = start
  let inside = 0
  let passed = 0
  for (let stretch = start; stretch < RANKS * STRETCHES; stretch++) {
    const ofRank = held(RANK_TERM - (RANKS - 1 - Math.floor(stretch / STRETCHES)))
    // Ranks that no product has.
    if (ofRank === 0 && inside === 0) {
      first = stretch + 1
      continue
    }
    inside += ofRank / STRETCHES
    if (inside < Math.max(products, passed * GROWTH) && stretch < RANKS * STRETCHES - 1) continue
    groups.push(termsBetween(first, stretch))
    first = stretch + 1
    passed += inside
    inside = 0
  }
  return groups
}
