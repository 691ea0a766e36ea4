import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceOfWeight, entropyOfConfidence, weightOfConfidence } from '../../src/scoring/match-weight.ts'

describe('match weight', () => {
  test.each([
    [0, 0.5],
    [1, 2 / 3],
    [-1, 1 / 3],
    [10, 1_024 / 1_025],
  ])('%s bits are a confidence of %s', (bits, confidence) => {
    expect(confidenceOfWeight(bits)).toBeCloseTo(confidence, 12)
  })

  test('weight and confidence are each the inverse of the other', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (bits) => {
        expect(weightOfConfidence(confidenceOfWeight(bits))).toBeCloseTo(bits, 4)
      }),
    )
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (confidence) => {
        expect(confidenceOfWeight(weightOfConfidence(confidence))).toBeCloseTo(confidence, 9)
      }),
    )
  })

  test('more bits are never less confidence, and any number of bits is one', () => {
    expect(confidenceOfWeight(Number.POSITIVE_INFINITY)).toBe(1)
    expect(confidenceOfWeight(Number.NEGATIVE_INFINITY)).toBe(0)
    for (let bits = -40; bits < 40; bits++) {
      expect(confidenceOfWeight(bits + 1)).toBeGreaterThan(confidenceOfWeight(bits))
    }
  })

  test('an even question tells a bit, a certain one nothing', () => {
    expect(entropyOfConfidence(0.5)).toBe(1)
    for (const certain of [0, 1, -1, 2]) expect(entropyOfConfidence(certain)).toBe(0)
    expect(entropyOfConfidence(0.1)).toBeCloseTo(entropyOfConfidence(0.9), 12)
  })
})
