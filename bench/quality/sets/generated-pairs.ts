import { type GeneratedProduct, type GeneratedRecord, generateFeeds } from '@utpid/generator'

/** Two records of different suppliers, with the label. */
export interface GeneratedPair {
  readonly match: boolean
  readonly a: GeneratedRecord
  readonly b: GeneratedRecord
}

/** The generator creates siblings of a product at most this many products later. */
const SIBLINGS_REACH = 4

/**
 * Pairs of one kind of product: true pairs, and pairs of siblings. Siblings differ in the distinguishing features of
 * such products: the form or length of a tour, the car or direction of a transfer, the number of a terminal. Every
 * negative is therefore a hard one.
 *
 * @param products - Number of products of all kinds to scan.
 */
export function generatedPairs(seed: number, products: number, kind: GeneratedProduct['kind']): GeneratedPair[] {
  const feeds = generateFeeds({ seed, products })
  const pairs: GeneratedPair[] = []
  for (let left = 0; left < products; left++) {
    const product = feeds.truth.product(left)
    if (product.kind !== kind) continue
    for (let right = left; right < Math.min(products, left + SIBLINGS_REACH); right++) {
      if (familyOf(feeds.truth.product(right)) !== familyOf(product)) continue
      const [ones, others] = [feeds.recordsOf(left), feeds.recordsOf(right)]
      for (const [at, a] of ones.entries()) {
        for (const b of left === right ? others.slice(at + 1) : others) {
          if (a.source !== b.source) pairs.push({ match: left === right, a, b })
        }
      }
    }
  }
  return pairs
}

function familyOf({ index, siblingOf }: GeneratedProduct): number {
  return siblingOf ?? index
}
