import { extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { isLinked } from '../../quality/sets/linked-pairs.ts'
import { towards } from '../../quality/targets/targets.ts'

function features(contacts: Parameters<typeof extractFeatures>[0]): RecordFeatures {
  return extractFeatures({ name: 'Hotel Bellano', ...contacts }, {})
}

test.each([
  ['a telephone', { phone: '+43123456789' }, { phone: '0043 1 2345 6789' }, true],
  ['another telephone', { phone: '+43123456789' }, { phone: '+43123456788' }, false],
  ['a web host', { website: 'https://bellano.example/en' }, { website: 'www.bellano.example' }, true],
  ['a shared web host', { website: 'https://facebook.com/bellano' }, { website: 'https://facebook.com/other' }, false],
  [
    'an identifier',
    { identifiers: [{ scheme: 'x', value: '7' }] },
    { identifiers: [{ scheme: 'x', value: '7' }] },
    true,
  ],
  [
    'another scheme',
    { identifiers: [{ scheme: 'x', value: '7' }] },
    { identifiers: [{ scheme: 'y', value: '7' }] },
    false,
  ],
  ['nothing', {}, {}, false],
])('two records with %s', (_, left, right, linked) => {
  expect(isLinked(features(left), features(right))).toBe(linked)
  expect(isLinked(features(right), features(left))).toBe(linked)
})

test('a target gives a figure its bar, and its label the aim', () => {
  expect(towards({ must: '>= 0.9', aim: 0.95 }, ['f1', 'F1', 0.92, 'fraction'])).toEqual([
    'f1',
    'F1 (aim 0.95)',
    0.92,
    'fraction',
    '>= 0.9',
  ])
  expect(towards({ must: '>= 0.9' }, ['f1', 'F1', 0.92, 'fraction'])[1]).toBe('F1')
})
