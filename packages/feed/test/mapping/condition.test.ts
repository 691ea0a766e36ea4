import { FeedError, parseWhere } from '@utpid/feed'
import { expect, test } from 'vitest'
import { read } from '../support/feed-text.ts'

const FEED = [
  { name: 'A', city: 'PARIS ', ref: { iata: 'CDG' }, stars: 4, tags: ['Spa', 'Pool'] },
  { name: 'B', city: 'Saint  Denis', country_code: 'FR', phone: '1' },
  { name: 'C', location: { city: 'paris' }, altNames: { 'name:en': 'See' } },
]
  .map((row) => JSON.stringify(row))
  .join('\n')

test.each([
  ['a raw key, regardless of case and surrounding space', ['city=paris'], 'AC'],
  ['a path of the record', ['location.city=Paris'], 'AC'],
  ['an alias', ['ville=saint denis'], 'B'],
  ['a number as text', ['stars=4'], 'A'],
  ['a member of a list', ['tags=pool'], 'A'],
  ['an identifier', ['identifiers.iata=cdg'], 'A'],
  ['another name', ['altNames.en=see'], 'C'],
  ['not equal, which includes an absent field', ['country=FR'], 'B'],
  ['not', ['country!=FR'], 'AC'],
  ['present', ['phone!='], 'B'],
  ['absent', ['phone='], 'AC'],
  ['several conditions', ['city=paris', 'stars!=4'], 'C'],
] as const)('%s', async (_what, where, names) => {
  const { records } = await read(FEED, { where: parseWhere(where) })
  expect(records.map(({ name }) => name).join('')).toBe(names)
})

test('rejects invalid conditions with the expected form', () => {
  for (const text of ['city', '=x', '!=x', '']) {
    expect(() => parseWhere([text])).toThrow(FeedError)
    expect(() => parseWhere([text])).toThrow('write field=value')
  }
  expect(parseWhere(['a!=b=c'])).toEqual([{ field: 'a', not: true, value: 'b=c' }])
})
