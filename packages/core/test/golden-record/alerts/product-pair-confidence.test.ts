import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productPairConfidence } from '../../../src/golden-record/alerts/product-pair-confidence.ts'
import { weightOfConfidence } from '../../../src/scoring/match-weight.ts'

const THRESHOLDS = { match: 0.9, review: 0.3, pair: 0.4, sameSupplierBits: 17 }
/** Limits for suppliers of which one lists products several times. */
const LIMITS = {
  model: { thresholds: THRESHOLDS },
  sameSupplierBits: (supplier: string) => (supplier === 'wholesaler' ? 5 : THRESHOLDS.sameSupplierBits),
}

/** Returns a product with one record of each supplier. */
function product(...suppliers: readonly string[]): Parameters<typeof productPairConfidence>[1] {
  const records = suppliers.map((supplier, at) => ({ row: { id: at, record: { supplier, code: `${at}` } } }))
  return { records } as unknown as Parameters<typeof productPairConfidence>[1]
}

const bitsOf = (weight: number, one: readonly string[], other: readonly string[]): number =>
  weightOfConfidence(productPairConfidence(weight, product(...one), product(...other), LIMITS))

describe('productPairConfidence', () => {
  test('equals that of the pair for two products of one record', () => {
    expect(bitsOf(2.5, ['alpha'], ['beta'])).toBeCloseTo(2.5, 9)
  })

  test('decreases with the square of the number of possible pairs', () => {
    expect(bitsOf(2.5, ['alpha', 'beta'], ['gamma'])).toBeCloseTo(0.5, 9)
    expect(bitsOf(2.5, ['alpha', 'beta'], ['gamma', 'delta'])).toBeCloseTo(-1.5, 9)
  })

  test('decreases by the evidence against one supplier listing both', () => {
    const toSellTwice = THRESHOLDS.sameSupplierBits - weightOfConfidence(THRESHOLDS.match)
    expect(bitsOf(2.5, ['alpha'], ['alpha'])).toBeCloseTo(2.5 - toSellTwice, 9)
    expect(bitsOf(2.5, ['alpha', 'beta'], ['beta', 'alpha'])).toBeCloseTo(0.5 - toSellTwice - 2, 9)
  })

  test('decreases less if the shared supplier often lists a product twice', () => {
    const toSellTwice = 5 - weightOfConfidence(THRESHOLDS.match)
    expect(bitsOf(2.5, ['wholesaler'], ['wholesaler'])).toBeCloseTo(2.5 - toSellTwice, 9)
  })

  test('is symmetric, and increases with the weight of the pair', () => {
    const side = fc.array(fc.constantFrom('alpha', 'beta', 'gamma'), { minLength: 1, maxLength: 6 })
    const weight = fc.double({ min: -20, max: 20, noNaN: true })
    fc.assert(
      fc.property(side, side, weight, fc.double({ min: 0.01, max: 5, noNaN: true }), (one, other, bits, more) => {
        const confidence = productPairConfidence(bits, product(...one), product(...other), LIMITS)
        expect(productPairConfidence(bits, product(...other), product(...one), LIMITS)).toBe(confidence)
        const higher = productPairConfidence(bits + more, product(...one), product(...other), LIMITS)
        expect(higher).toBeGreaterThanOrEqual(confidence)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
      }),
    )
  })
})
