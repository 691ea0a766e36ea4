import { COMPETITION_LEVELS } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { type CompetingPair, fitCompetition } from '../../src/weights/fit-competition.ts'

/** Returns pairs of one weight and competitor, of which a share matches. */
function pairs(count: number, share: number, weight: number, competitor?: number): CompetingPair[] {
  return Array.from({ length: count }, (_, at) => ({ weight, competitor, match: at < count * share, share: 1 }))
}

test('learns the bits that turn the weight of each level into its share of matches', () => {
  // At 1 bit, two of three pairs would match without competition.
  const bits = fitCompetition([...pairs(4_000, 8 / 9, 1), ...pairs(4_000, 1 / 3, 1, 1.5), ...pairs(4_000, 0.2, 1, 4)])
  expect(bits?.alone).toBeCloseTo(2, 1)
  expect(bits?.behind).toBeCloseTo(-2, 1)
  expect(bits?.far_behind).toBeCloseTo(-3, 1)
})

test('never gives a worse level more bits', () => {
  const bits = fitCompetition([...pairs(400, 0.5, 1), ...pairs(400, 0.9, 1, 0.5), ...pairs(400, 0.7, 1, 3)])
  const values = COMPETITION_LEVELS.map((level) => bits?.[level] ?? Number.NaN)
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})

test('learns nothing from few pairs', () => {
  expect(fitCompetition(pairs(80, 0.5, 1))).toBeUndefined()
})
