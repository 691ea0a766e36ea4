import { extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { CompetingPairs, type WeighedRecords } from '../../src/sets/competing-pairs.ts'

const record = (name: string): RecordFeatures => extractFeatures({ name })
const [A, A2, B, B2, B3] = ['Aster', 'Alder', 'Birch', 'Beech', 'Bamboo'].map(record) as [
  RecordFeatures,
  RecordFeatures,
  RecordFeatures,
  RecordFeatures,
  RecordFeatures,
]

function competitorWeights(pairs: readonly WeighedRecords[], minWeight: number): (number | undefined)[] {
  const competing = new CompetingPairs(pairs, minWeight)
  return pairs.map((_, at) => competing.competitorOf(at))
}

test('two pairs compete if they share one record', () => {
  const pairs = [
    { left: A, right: B, weight: 5 },
    { left: A, right: B2, weight: 3 },
    { left: A2, right: B, weight: 4 },
    { left: A2, right: B3, weight: 1 },
  ]
  expect(competitorWeights(pairs, 0)).toEqual([4, 5, 5, 4])
  // A pair below the weight has no edge, so it does not compete.
  expect(competitorWeights(pairs, 3.5)).toEqual([4, 5, 5, 4])
  expect(competitorWeights(pairs.slice(0, 2), 3.5)).toEqual([undefined, 5])
})

test('a repeated pair does not compete with itself, also with other objects of the same record', () => {
  const pairs = [
    { left: A, right: B, weight: 5 },
    { left: record('Aster'), right: record('Birch'), weight: 5 },
  ]
  expect(competitorWeights(pairs, 0)).toEqual([undefined, undefined])
})

test('leaves out the matches of either end', () => {
  const pairs = [
    { left: A, right: B, weight: 2 },
    { left: A, right: B2, weight: 5, match: true },
    { left: A, right: B3, weight: 1 },
    { left: A2, right: B, weight: 4, match: true },
  ]
  const competing = new CompetingPairs(pairs, 0)
  expect(competing.competitorOf(0)).toBe(5)
  expect(competing.competitorOf(0, { left: true })).toBe(4)
  expect(competing.competitorOf(0, { right: true })).toBe(5)
  expect(competing.competitorOf(0, { left: true, right: true })).toBe(1)
})
