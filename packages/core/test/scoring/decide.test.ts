import { expect, test } from 'vitest'
import { decide } from '../../src/matching/decide.ts'
import type { ScoredProduct } from '../../src/matching/scored-product.ts'
import { confidenceOfWeight } from '../../src/scoring/match-weight.ts'

const THRESHOLDS = { match: 0.9, review: 0.5, pair: 0.3, sameSupplierBits: 12 }

/** Products with these match weights, best first. */
function products(...weights: number[]): ScoredProduct[] {
  return weights.map((weight, at) => ({
    productId: at,
    recordId: at,
    features: {} as ScoredProduct['features'],
    score: { weight, confidence: confidenceOfWeight(weight), vetoed: false },
  }))
}

// A confidence of 0.9 is 3.17 bits; 0.5 is 0 bits.
test.each<[string, number[], string, string | null]>([
  ['nothing shares a key', [], 'none', 'no_candidates'],
  ['one is likely enough', [4], 'match', null],
  ['the next is below review', [4, -0.1], 'match', null],
  ['the next is likely, but clearly behind', [7, 3.83], 'match', null],
  ['two are too close to tell', [7, 3.84], 'review', 'ambiguous'],
  ['two are equal', [7, 7], 'review', 'ambiguous'],
  ['the best is worth a look', [1], 'review', null],
  ['exactly on review', [0], 'review', null],
  ['two are worth a look', [1, 0.5], 'review', null],
  ['the best is too unlikely', [-0.1], 'none', 'below_threshold'],
])('%s', (_what, weights, decision, reason) => {
  expect(decide(products(...weights), THRESHOLDS, 0)).toEqual({ decision, reason })
})
