import type { ProductId } from '@utpid/core'

/** Ranks are 0 to 15. */
const RANKS = 16
/** Stretches of one rank. */
const STRETCHES = 64
/** Of a product id, whose 50 bits are drawn by chance: the highest ones say the stretch. */
const IDS_A_STRETCH = 2 ** 44

/**
 * A piece of the order of answers: the products of one rank between two ids. That of a product stands among its terms,
 * so that what comes first of many products with a word is found without fetching the rest. Of one rank all have about
 * as many products; were ids drawn otherwise, stretches would only be less even.
 */
export type OrderStretch = number

/** How many there are, whether or not they have products; the first of the order is 0. */
export const ORDER_STRETCHES: number = RANKS * STRETCHES

/** Below what stands for stretches, and for other counts, there are no terms. */
const FIRST_STRETCH_TERM = -32
const FIRST_RANK_TERM = -2

export function orderStretch(rank: number, id: ProductId): OrderStretch {
  return (RANKS - 1 - rank) * STRETCHES + Math.min(STRETCHES - 1, Math.floor(id / IDS_A_STRETCH))
}

/** What stands for a stretch among the hashes of terms, which are 0 or more. */
export function stretchTerm(stretch: OrderStretch): number {
  return FIRST_STRETCH_TERM - stretch
}

/** What stands among the counts of terms for the products of the rank of a stretch; undefined of any other term. */
export function rankTermOf(term: number): number | undefined {
  if (term > FIRST_STRETCH_TERM) return undefined
  return rankTerm(RANKS - 1 - Math.floor((FIRST_STRETCH_TERM - term) / STRETCHES))
}

function rankTerm(rank: number): number {
  return FIRST_RANK_TERM - rank
}

/** Every one of {@link rankTermOf}. */
export const RANK_TERMS: readonly number[] = Array.from({ length: RANKS }, (_, rank) => rankTerm(rank))

/** Neighbouring stretches, the last one included. */
export interface StretchGroup {
  readonly first: OrderStretch
  readonly last: OrderStretch
}

/**
 * All stretches from one on in their order, in groups: the first has about as many products as asked for, and each of the others about
 * as many as all before it, so that whoever has to look further than expected looks at most twice as far as needed.
 *
 * @param held - How many products there are of a rank, by its term.
 */
export function stretchGroups(
  held: (rankTerm: number) => number,
  products: number,
  start: OrderStretch = 0,
): StretchGroup[] {
  const groups: StretchGroup[] = []
  let first = start
  let inside = 0
  let passed = 0
  for (let stretch = start; stretch < ORDER_STRETCHES; stretch++) {
    inside += held(rankTermOf(stretchTerm(stretch)) as number) / STRETCHES
    if (inside < Math.max(products, passed) && stretch < ORDER_STRETCHES - 1) continue
    groups.push({ first, last: stretch })
    first = stretch + 1
    passed += inside
    inside = 0
  }
  return groups
}
