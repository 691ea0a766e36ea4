import { describe, expect, test } from 'vitest'
import {
  chooseDecisionThresholds,
  choosePairThreshold,
  type ScoredPair,
} from '../../src/thresholds/choose-thresholds.ts'

function scored(confidence: number, matches: number, others: number): ScoredPair[] {
  return [
    ...Array.from({ length: matches }, () => ({ confidence, match: true })),
    ...Array.from({ length: others }, () => ({ confidence, match: false })),
  ]
}

describe('match', () => {
  const aims = { falseLinks: 0.01, trueAlerts: 0.5 }

  test('is the lowest threshold above which enough links are right', () => {
    const { match } = chooseDecisionThresholds(
      [...scored(0.99, 500, 1), ...scored(0.95, 500, 2), ...scored(0.92, 50, 20)],
      aims,
    )
    expect(match).toBeGreaterThan(0.92)
    expect(match).toBeLessThanOrEqual(0.95)
  })

  test('is the maximum if no threshold has enough right links', () => {
    expect(chooseDecisionThresholds(scored(0.99, 10, 10), aims).match).toBe(0.999)
  })

  test('is never below the minimum for links without a review', () => {
    expect(chooseDecisionThresholds([...scored(0.99, 100, 0), ...scored(0.5, 100, 0)], aims).match).toBe(0.9)
  })
})

describe('review', () => {
  const aims = { falseLinks: 0.01, trueAlerts: 0.5 }

  test('is the lowest threshold above which half of the shown pairs are matches', () => {
    const { review, match } = chooseDecisionThresholds(
      [...scored(0.99, 500, 0), ...scored(0.6, 40, 10), ...scored(0.4, 20, 40), ...scored(0.2, 5, 400)],
      aims,
    )
    expect(match).toBe(0.9)
    expect(review).toBeGreaterThan(0.2)
    expect(review).toBeLessThanOrEqual(0.4)
  })
})

describe('pair', () => {
  test('has the lowest median loss over the sets, so that a single unusual set does not move it', () => {
    const usual = [...scored(0.7, 100, 5), ...scored(0.5, 50, 10), ...scored(0.3, 5, 100)]
    const odd = [...scored(0.02, 100, 10), ...scored(0.01, 0, 30)]
    const threshold = choosePairThreshold([usual, usual, odd]) as number
    expect(threshold).toBeGreaterThan(0.3)
    expect(threshold).toBeLessThanOrEqual(0.5)
  })

  test('is the middle of equally good thresholds', () => {
    // No pair lies between .2 and .8, so every threshold there has the same F1.
    const pairs = [...scored(0.8, 90, 10), ...scored(0.2, 10, 90)]
    expect(choosePairThreshold([pairs])).toBeCloseTo(0.5, 1)
  })

  test('is undefined for sets with too few matches or non-matches', () => {
    expect(choosePairThreshold([scored(0.7, 100, 3)])).toBeUndefined()
  })
})
