import { extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { deriveCandidates } from '../../src/index.ts'
import { generatedPairs } from '../support/generated-pairs.ts'

function hotel(name: string, metersNorth: number): RecordFeatures {
  return extractFeatures({ name, category: 'hotel', location: { coordinates: [48.85 + metersNorth / 111_195, 2.35] } })
}

const QUX = hotel('Hotel Quxwelby', 0)
const QUX_TOO = hotel('Quxwelby', 5)
const BRAM = hotel('Bramtosk Inn', 60)
const FAR = hotel('Zentrafol', 9_000)

test('returns a known match with all other candidates of blocking, and no other pairs', () => {
  const pairs = deriveCandidates([QUX], [QUX_TOO, BRAM, FAR], [[QUX, QUX_TOO]])
  expect(pairs).toEqual([
    { left: QUX, right: QUX_TOO, match: true },
    { left: QUX, right: BRAM, match: false },
  ])
})

test('records without a known match yield no non-matching pairs', () => {
  const pairs = deriveCandidates([QUX, BRAM], [QUX_TOO], [[QUX, QUX_TOO]])
  // The neighbour differs from a record whose match is known.
  expect(pairs.filter(({ match }) => !match)).toEqual([{ left: BRAM, right: QUX_TOO, match: false }])
  expect(deriveCandidates([QUX], [BRAM], [])).toEqual([])
})

test('omits a record with two matches in one source', () => {
  const twice = hotel('Quxwelby Hotel', 2)
  const pairs = deriveCandidates(
    [QUX],
    [QUX_TOO, twice],
    [
      [QUX, QUX_TOO],
      [QUX, twice],
    ],
  )
  expect(pairs.every(({ match }) => match)).toBe(true)
})

test('in generated feeds, most candidates differ and most matches are found', () => {
  const pairs = generatedPairs(5, 400)
  const matches = pairs.filter(({ match }) => match).length
  expect(matches).toBeGreaterThan(50)
  expect(pairs.length).toBeGreaterThan(1.5 * matches)
})
