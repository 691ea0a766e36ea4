import { confidenceOfWeight } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { seededRandom } from '../../src/statistics/seeded-random.ts'
import { calibrate } from '../../src/weights/calibrate-weights.ts'

test.each([
  [-4, 1],
  [2, 0.6],
  [0, 1.4],
])('recovers a prior of %d bits and a slope of %d', (prior, slope) => {
  const random = seededRandom(7)
  const pairs = Array.from({ length: 40_000 }, () => {
    const weight = 24 * random() - 12
    return { weight, match: random() < confidenceOfWeight(prior + slope * weight) }
  })
  const found = calibrate(pairs)
  expect(Math.abs(found.prior - prior)).toBeLessThan(0.2)
  expect(Math.abs(found.slope - slope)).toBeLessThan(0.05)
})

test('predicts the actual number of matches', () => {
  const pairs = [-6, -3, -1, 0, 2, 5].flatMap((weight, at) =>
    Array.from({ length: 20 }, (_, each) => ({ weight, match: each < at * 4 })),
  )
  const { prior, slope } = calibrate(pairs)
  const promised = pairs.reduce((sum, { weight }) => sum + confidenceOfWeight(prior + slope * weight), 0)
  expect(promised).toBeCloseTo(pairs.filter(({ match }) => match).length, 3)
})

test('stays finite without pairs, or with pairs of one label', () => {
  for (const pairs of [[], [{ weight: 3, match: true }]]) {
    const { prior, slope } = calibrate(pairs)
    expect(Number.isFinite(prior)).toBe(true)
    expect(Number.isFinite(slope)).toBe(true)
  }
})
