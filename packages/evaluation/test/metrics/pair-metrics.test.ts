import { describe, expect, test } from 'vitest'
import {
  pairMetrics,
  precisionRecallAt,
  precisionRecallCurve,
  type ScoredLabel,
} from '../../src/metrics/pair-metrics.ts'

function labels(...pairs: readonly (readonly [confidence: number, match: 0 | 1])[]): ScoredLabel[] {
  return pairs.map(([confidence, match]) => ({ confidence, match: match === 1 }))
}

describe('at a threshold', () => {
  const four = labels([0.9, 1], [0.8, 0], [0.6, 1], [0.2, 1])

  test('predicts a pair at exactly the threshold as a match', () => {
    expect(pairMetrics(four, 0.6)).toMatchObject({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 })
    expect(pairMetrics(four, 0.61)).toMatchObject({ precision: 1 / 2, recall: 1 / 3, f1: 0.4 })
  })

  test('without predicted matches, precision is null, but recall and F1 are 0', () => {
    expect(pairMetrics(four, 0.95)).toMatchObject({ precision: null, recall: 0, f1: 0 })
    expect(precisionRecallAt(four, 0.95)).toEqual({ precision: null, recall: 0 })
  })

  test('without true matches, only metrics that need no true match are defined', () => {
    expect(pairMetrics(labels([0.9, 0], [0.1, 0]), 0.5)).toEqual({
      pairs: 2,
      positives: 0,
      threshold: 0.5,
      precision: 0,
      recall: null,
      f1: null,
      bestF1: null,
      bestThreshold: null,
      prAuc: null,
      brier: (0.81 + 0.01) / 2,
      ece: 0.5,
    })
  })

  test('without pairs, all metrics are null', () => {
    const nothing = pairMetrics([], 0.5)
    expect(nothing).toMatchObject({ pairs: 0, precision: null, recall: null, f1: null, prAuc: null, brier: null })
    expect(nothing.ece).toBeNull()
  })
})

describe('best F1', () => {
  test('is reported with its threshold', () => {
    // F1 at each threshold from 0.9 down: 2*1/(1+3), 2*1/(2+3), 2*2/(3+3), 2*3/(4+3), 2*3/(5+3).
    const found = pairMetrics(labels([0.9, 1], [0.8, 0], [0.6, 1], [0.2, 1], [0.1, 0]), 0.5)
    expect(found.bestF1).toBe(6 / 7)
    expect(found.bestThreshold).toBe(0.2)
  })

  test('the highest threshold counts for equal F1', () => {
    // F1 is 2*1/(1+2) at 0.9 and 2*2/(4+2) at 0.2.
    const found = pairMetrics(labels([0.9, 1], [0.5, 0], [0.3, 0], [0.2, 1]), 0.5)
    expect(found.bestF1).toBe(2 / 3)
    expect(found.bestThreshold).toBe(0.9)
  })

  test('equal confidences are predicted together', () => {
    // Both pairs have 0.7, so no threshold separates them, and the best F1 is 2*1/(2+1).
    expect(pairMetrics(labels([0.7, 1], [0.7, 0]), 0.5).bestF1).toBe(2 / 3)
  })
})

describe('average precision', () => {
  test('is the mean of the precision at each true match', () => {
    // True matches at ranks 1, 3 and 4: (1/1 + 2/3 + 3/4) / 3.
    const { prAuc } = pairMetrics(labels([0.9, 1], [0.8, 0], [0.6, 1], [0.2, 1], [0.1, 0]), 0.5)
    expect(prAuc).toBeCloseTo((1 + 2 / 3 + 3 / 4) / 3, 12)
  })

  test('uses the precision at the end of a tie for all its pairs, in any order', () => {
    // Step at 0.9: 1 of 1 pair is true. Step at 0.5: 2 of 4 pairs are true. So 1/2 * 1 + 1/2 * 2/4.
    const tied = labels([0.9, 1], [0.5, 1], [0.5, 0], [0.5, 0])
    expect(pairMetrics(tied, 0.5).prAuc).toBe(0.75)
    expect(pairMetrics([...tied].reverse(), 0.5).prAuc).toBe(0.75)
  })

  test('is exactly 1 when every true match is above every other pair', () => {
    const pairs = Array.from({ length: 1_000 }, (_, at): ScoredLabel => ({ confidence: at / 1_000, match: at >= 123 }))
    expect(pairMetrics(pairs, 0.5).prAuc).toBe(1)
  })

  test('is the share of true matches if all confidences are equal', () => {
    expect(pairMetrics(labels([0.5, 1], [0.5, 0], [0.5, 0], [0.5, 0]), 0.5).prAuc).toBe(0.25)
  })
})

describe('calibration', () => {
  test('Brier is the mean squared error', () => {
    expect(pairMetrics(labels([0.9, 1], [0.4, 0]), 0.5).brier).toBeCloseTo((0.01 + 0.16) / 2, 12)
  })

  test('with fewer pairs than bins, each pair is its own bin', () => {
    expect(pairMetrics(labels([0.9, 1], [0.4, 0]), 0.5).ece).toBeCloseTo((0.1 + 0.4) / 2, 12)
  })

  test('errors within one bin cancel out, errors of two bins do not', () => {
    // There are 30 pairs, two in each bin. In the bin of 0.5, one of two pairs is true, so this bin is calibrated. The
    // other pairs are certain and right.
    const certain = Array.from({ length: 28 }, (): [number, 0] => [0, 0])
    expect(pairMetrics(labels([0.5, 1], [0.5, 0], ...certain), 0.5).ece).toBe(0)
    // In the bin of 1, one of two pairs is true. This bin, with two of the 30 pairs, is therefore off by 0.5.
    expect(pairMetrics(labels([1, 1], [1, 0], ...certain), 0.5).ece).toBeCloseTo((0.5 * 2) / 30, 12)
  })

  test('does not depend on the order of pairs with one confidence', () => {
    const pairs = Array.from({ length: 100 }, (_, at): [number, 0 | 1] => [0.3, at < 30 ? 1 : 0])
    expect(pairMetrics(labels(...pairs), 0.5).ece).toBeCloseTo(0, 12)
    expect(pairMetrics(labels(...pairs.reverse()), 0.5).ece).toBeCloseTo(0, 12)
  })
})

test('the curve has one point for each distinct confidence, and ends with all true matches', () => {
  expect(precisionRecallCurve(labels([0.9, 1], [0.5, 0], [0.5, 1], [0.1, 0]))).toEqual([
    { confidence: 0.9, precision: 1, recall: 0.5 },
    { confidence: 0.5, precision: 2 / 3, recall: 1 },
    { confidence: 0.1, precision: 0.5, recall: 1 },
  ])
  expect(precisionRecallCurve(labels([0.9, 0]))).toEqual([])
})
