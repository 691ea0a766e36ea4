import { confidenceOfWeight } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { seededRandom } from '../../harness/seeded-random.ts'
import { mean } from '../../harness/statistics.ts'
import { estimatedShare, type PriorLabel, withKnownShare, withShare } from '../../quality/findings/share-of-matches.ts'
import { unsurePairs } from '../../quality/findings/unsure-pairs.ts'

const PRIOR = -6

/** Draws pairs whose evidence is exact: matches have bits around 4, other pairs around -4. */
function drawnPairs(pairs: number, share: number): PriorLabel[] {
  const random = seededRandom(11)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: pairs }, () => {
    const match = random() < share
    // Two normal distributions with the means +m and -m and the variance v have the log odds 2 m x / v.
    const drawn = (match ? 2 : -2) + 2 * normal()
    return { match, confidence: confidenceOfWeight(drawn / Math.LN2 + PRIOR), prior: PRIOR }
  })
}

test.each([0.02, 0.15, 0.6])('estimates a share of matches of %s without labels', (share) => {
  const estimated = estimatedShare(drawnPairs(20_000, share)) as number
  expect(Math.abs(estimated - share)).toBeLessThan(0.02)
})

test('the estimate does not look at labels', () => {
  const pairs = drawnPairs(2_000, 0.3)
  const flipped = pairs.map((pair) => ({ ...pair, match: !pair.match }))
  expect(estimatedShare(flipped)).toBe(estimatedShare(pairs))
})

test('at the estimated share, a model of exact evidence is calibrated', () => {
  const pairs = drawnPairs(20_000, 0.3)
  const shifted = withShare(pairs, estimatedShare(pairs) as number)
  expect(unsurePairs(pairs, 1).aboveChance).toBeGreaterThan(0.1)
  expect(unsurePairs(shifted, 1).aboveChance).toBeLessThan(0.01)
})

test('pairs without any evidence of a match have a share of about 0', () => {
  const pairs = drawnPairs(500, 0).map((pair) => ({ ...pair, confidence: confidenceOfWeight(PRIOR - 20) }))
  expect(estimatedShare(pairs)).toBeLessThan(0.001)
  expect(estimatedShare([])).toBeNull()
})

test('with a known share, the confidences add up to the number of matches', () => {
  const pairs = drawnPairs(3_000, 0.3)
  const matches = mean(pairs.map(({ match }) => Number(match)))
  expect(mean(withKnownShare(pairs).map(({ confidence }) => confidence))).toBeCloseTo(matches, 6)
})
