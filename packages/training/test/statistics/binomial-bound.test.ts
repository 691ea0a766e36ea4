import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trialsToProve, upperBoundOfShare } from '../../src/index.ts'

describe('upper bound of a share', () => {
  test.each<[hits: number, trials: number, bound: number]>([
    // From the tables of Clopper and Pearson, 95 %, one-sided.
    [0, 10, 0.2589],
    [0, 2_995, 0.001],
    [1, 10, 0.3942],
    [5, 100, 0.1023],
    [10, 10, 1],
    [0, 0, 1],
  ])('%i of %i: at most %d', (hits, trials, bound) => {
    expect(upperBoundOfShare(hits, trials, 0.95)).toBeCloseTo(bound, 4)
  })

  test('is above the observed share, falls with more trials and rises with more hits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.nat(20), (trials, some) => {
        const hits = Math.min(some, trials - 1)
        const bound = upperBoundOfShare(hits, trials, 0.95)
        expect(bound).toBeGreaterThan(hits / trials)
        expect(upperBoundOfShare(hits, trials * 2, 0.95)).toBeLessThan(bound)
        expect(upperBoundOfShare(hits + 1, trials, 0.95)).toBeGreaterThan(bound)
      }),
    )
  })

  test('the minimum number of trials without a hit proves the share, and one fewer does not', () => {
    for (const most of [0.1, 0.01, 0.001]) {
      const trials = trialsToProve(most, 0.95)
      expect(upperBoundOfShare(0, trials, 0.95)).toBeLessThanOrEqual(most)
      expect(upperBoundOfShare(0, trials - 1, 0.95)).toBeGreaterThan(most)
    }
  })
})
