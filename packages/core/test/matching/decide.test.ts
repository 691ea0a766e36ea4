import { describe, expect, test } from 'vitest'
import type { RecordFeatures } from '../../src/features/record-features.ts'
import { decide } from '../../src/matching/decide.ts'
import type { ScoredProduct } from '../../src/matching/scored-product.ts'
import { confidenceOfWeight, weightOfConfidence } from '../../src/scoring/match-weight.ts'
import type { Thresholds } from '../../src/scoring/scoring-model.ts'

const THRESHOLDS: Thresholds = { match: 0.9, review: 0.5, pair: 0.5, sameSupplierBits: 12 }
const MATCH_BITS = weightOfConfidence(THRESHOLDS.match)

function products(...weights: readonly number[]): ScoredProduct[] {
  return weights.map((weight, at) => ({
    productId: at,
    recordId: at,
    features: {} as RecordFeatures,
    score: { weight, confidence: confidenceOfWeight(weight), vetoed: false },
  }))
}

describe('decide', () => {
  test('no candidate gives none, with the reason no_candidates', () => {
    expect(decide([], THRESHOLDS, 0)).toEqual({ decision: 'none', reason: 'no_candidates' })
    expect(decide([], THRESHOLDS, 1)).toEqual({ decision: 'none', reason: 'skipped_keys' })
  })

  test('a best product below review gives none, with the reason below_threshold', () => {
    expect(decide(products(-0.1), THRESHOLDS, 0)).toEqual({ decision: 'none', reason: 'below_threshold' })
  })

  test('a best product between review and match gives review', () => {
    expect(decide(products(0), THRESHOLDS, 0)).toEqual({ decision: 'review', reason: null })
    expect(decide(products(MATCH_BITS - 0.01), THRESHOLDS, 0)).toEqual({ decision: 'review', reason: null })
  })

  test('a best product exactly at match gives match', () => {
    expect(decide(products(MATCH_BITS + 1e-9), THRESHOLDS, 0)).toEqual({ decision: 'match', reason: null })
  })

  test('a likely second product requires a lead whose odds reach match', () => {
    expect(decide(products(8, 4.83), THRESHOLDS, 0).decision).toBe('match')
    expect(decide(products(8, 4.84), THRESHOLDS, 0)).toEqual({ decision: 'review', reason: 'ambiguous' })
    // A second product below review is no competing product, however close it is in bits.
    expect(decide(products(MATCH_BITS + 0.1, -0.01), THRESHOLDS, 0).decision).toBe('match')
  })
})
