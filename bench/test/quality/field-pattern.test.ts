import { extractFeatures } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { byPattern, fieldPattern } from '../../quality/findings/field-pattern.ts'

const MITTE = { city: 'Wien', address: 'Ring 1', coordinates: [48.2, 16.37] as const }
const bare = extractFeatures({ name: 'Hotel Bellano' }, {})
const placed = extractFeatures({ name: 'Hotel Bellano', location: MITTE }, {})
const known = extractFeatures(
  { name: 'Bellano', location: { city: 'Wien', coordinates: [48.2, 16.37] }, phone: '+4312345678' },
  {},
)

test('a pattern names the fields that both records have, whichever comes first', () => {
  expect(fieldPattern(placed, known)).toBe('coordinates+city')
  expect(fieldPattern(known, placed)).toBe('coordinates+city')
  expect(fieldPattern(placed, placed)).toBe('coordinates+address+city')
  expect(fieldPattern(known, known)).toBe('coordinates+city+phone')
})

test('without a common field, the pattern is the name', () => {
  expect(fieldPattern(bare, placed)).toBe('name')
})

test('groups of the minimum size and more, largest first', () => {
  const items = ['b', 'c', 'a', 'b', 'a', 'b', 'd', 'd'].map((pattern, at) => ({ pattern, at }))
  expect(byPattern(items, 2).map(([pattern, own]) => [pattern, own.map(({ at }) => at)])).toEqual([
    ['b', [0, 3, 5]],
    ['a', [2, 4]],
    ['d', [6, 7]],
  ])
})
