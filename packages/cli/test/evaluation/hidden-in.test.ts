import { parseHiddenFields } from '@utpid/evaluation'
import { expect, test } from 'vitest'
import { parseHiddenIn } from '../../src/evaluation/hidden-in.ts'

test('fields of one source are read with it, several options add up', () => {
  const found = parseHiddenIn(['osm:phone', 'osm:lat', 'bedbank:rooms'])
  expect([...found.keys()]).toEqual(['osm', 'bedbank'])
  expect(found.get('osm')).toEqual([...parseHiddenFields('phone'), ...parseHiddenFields('lat')])
})

test.each(['phone', ':phone', 'osm:'])('--hide-in %s says what to write', (text) => {
  expect(() => parseHiddenIn([text])).toThrow('SOURCE:FIELDS')
})
