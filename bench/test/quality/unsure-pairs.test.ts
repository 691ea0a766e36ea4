import { expect, test } from 'vitest'
import { seededRandom } from '../../harness/seeded-random.ts'
import { unsurePairs } from '../../quality/findings/unsure-pairs.ts'

function drawn(pairs: number, matchOf: (confidence: number, random: number) => boolean) {
  const random = seededRandom(7)
  return Array.from({ length: pairs }, () => {
    const confidence = random()
    return { confidence, match: matchOf(confidence, random()) }
  })
}

test('of a model that is right about every confidence, the gap is what chance makes', () => {
  const { gap, chance, bins } = unsurePairs(
    drawn(5_000, (confidence, random) => random < confidence),
    1,
  )
  expect(bins).toHaveLength(10)
  expect(chance).toBeGreaterThan(0)
  expect(gap).toBeLessThan(2 * (chance as number))
})

test('a model that is too sure shows a gap far above chance', () => {
  const { gap, chance } = unsurePairs(
    drawn(5_000, (confidence, random) => random < 0.5 + (confidence - 0.5) / 2),
    1,
  )
  expect(gap).toBeGreaterThan(3 * (chance as number))
  expect(gap).toBeGreaterThan(0.1)
})

test('bins hold a hundred pairs and more, and what is a yes or a no is left out', () => {
  const sure = [0.01, 0.995].flatMap((confidence) => Array.from({ length: 500 }, () => ({ confidence, match: true })))
  const unsure = drawn(250, (confidence, random) => random < confidence).filter(
    ({ confidence }) => confidence >= 0.05 && confidence <= 0.99,
  )
  const { pairs, bins } = unsurePairs([...sure, ...unsure], 1)
  expect(pairs).toBe(unsure.length)
  expect(bins).toHaveLength(2)
})

test('without unsure pairs there is no gap', () => {
  expect(unsurePairs([{ confidence: 1, match: true }], 1)).toMatchObject({ pairs: 0, gap: null, chance: null })
})
