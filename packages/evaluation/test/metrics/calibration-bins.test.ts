import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calibrationBins, calibrationGap } from '../../src/metrics/calibration-bins.ts'
import type { ScoredLabel } from '../../src/metrics/pair-metrics.ts'

const label = fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), match: fc.boolean() })

function labels(...pairs: readonly (readonly [confidence: number, match: 0 | 1])[]): ScoredLabel[] {
  return pairs.map(([confidence, match]) => ({ confidence, match: match === 1 }))
}

test('bins contain equal numbers of pairs, lowest confidence first', () => {
  const bins = calibrationBins(labels([0.9, 1], [0.1, 0], [0.7, 1], [0.3, 1]), 2)
  expect(bins).toEqual([
    { pairs: 2, confidence: 0.2, observed: 0.5 },
    { pairs: 2, confidence: 0.8, observed: 1 },
  ])
  expect(calibrationGap(bins)).toBeCloseTo(0.25)
})

test('pairs of one confidence stay in one bin', () => {
  expect(calibrationBins(labels([0.5, 1], [0.5, 0], [0.5, 1], [0.9, 1]), 2).map(({ pairs }) => pairs)).toEqual([3, 1])
})

test('every pair is in one bin, the number of bins is limited, and the order of pairs does not matter', () => {
  fc.assert(
    fc.property(fc.array(label), fc.integer({ min: 1, max: 12 }), (list, most) => {
      const bins = calibrationBins(list, most)
      expect(bins.length).toBeLessThanOrEqual(most)
      expect(bins.reduce((sum, { pairs }) => sum + pairs, 0)).toBe(list.length)
      const counts = (of: readonly ScoredLabel[]) => calibrationBins(of, most).map(({ pairs }) => pairs)
      expect(counts(list.toReversed())).toEqual(counts(list))
    }),
  )
})

test('confidences that equal the observed shares have no gap; without pairs the gap is null', () => {
  expect(calibrationGap(calibrationBins(labels([0.5, 1], [0.5, 0], [1, 1]), 2))).toBe(0)
  expect(calibrationGap([])).toBeNull()
})
