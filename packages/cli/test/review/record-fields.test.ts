import type { SupplierRecord } from '@utpid/core'
import { expect, test } from 'vitest'
import { distanceText } from '../../src/review/distance-text.ts'
import { fieldPairs } from '../../src/review/record-fields.ts'

const record = (content: Partial<SupplierRecord>): SupplierRecord => ({
  supplier: 'north',
  code: '1',
  name: 'Hotel Aurora',
  ...content,
})

/** Returns the likeness of one field of two records, with the level of one comparison. */
function likeness(
  left: Partial<SupplierRecord>,
  right: Partial<SupplierRecord>,
  label: string,
  judged?: readonly [name: string, level: string],
): string | undefined {
  const comparisons = judged === undefined ? [] : [{ name: judged[0], level: judged[1] }]
  return fieldPairs(record(left), record(right), comparisons).find((each) => each.label === label)?.likeness
}

test.for([
  ['name', { name: 'Hotel Aurora' }, { name: 'Hotel Aurora' }, undefined, 'same'],
  ['name', { name: 'Hotel Aurora' }, { name: 'AURÓRA, Hotel' }, ['name', 'identical'], 'similar'],
  ['name', { name: 'Hotel Aurora' }, { name: 'Hotel Aurora 2' }, ['number', 'different'], 'different'],
  ['phone', { phone: '+47 55 12 34 56' }, { phone: '55123456' }, ['phone', 'same'], 'similar'],
  // The numbers end alike, but the comparison of phones reads nine digits.
  ['phone', { phone: '+49 231 91234567' }, { phone: '+49 232 91234567' }, ['phone', 'different'], 'different'],
  [
    'website',
    { website: 'https://www.aurora.example/' },
    { website: 'aurora.example' },
    ['web', 'same_page'],
    'similar',
  ],
  ['e-mail', { email: 'Post@aurora.example' }, { email: 'post@aurora.example' }, undefined, 'similar'],
  ['stars', { stars: 4 }, {}, undefined, 'silent'],
  ['stars', { stars: 4 }, { stars: 4.5 }, ['stars', 'near'], 'similar'],
  ['stars', { stars: 4 }, { stars: 5 }, ['stars', 'different'], 'different'],
  [
    'coordinates',
    { location: { coordinates: [60.3951, 5.3242] as const } },
    { location: { coordinates: [60.3971, 5.3242] as const } },
    ['distance', 'within_250_m'],
    'similar',
  ],
  [
    'coordinates',
    { location: { coordinates: [60.3951, 5.3242] as const } },
    { location: { coordinates: [60.3991, 5.3242] as const } },
    ['distance', 'within_500_m'],
    'different',
  ],
  // No comparison reads a description, so its words decide.
  ['description', { description: 'By the fjord.' }, { description: 'by the fjord' }, undefined, 'similar'],
  ['rooms', {}, {}, undefined, undefined],
] as const)('%s of %j and %j at %j', ([label, left, right, judged, expected]) => {
  expect(likeness(left, right, label, judged)).toBe(expected)
  expect(likeness(right, left, label, judged)).toBe(expected)
})

test('what a supplier sends cannot move the cursor of a terminal', () => {
  const [name] = fieldPairs(record({ name: 'Aurora\u001b[2J' }), record({}), [])
  expect(name?.left).toBe('Aurora [2J')
})

test('distances are those of the earth, also across the date line', () => {
  // Bergen to Oslo is about 305 km.
  expect([0, 12.4, 999, 3_420, 305_000, 12_345_000].map(distanceText)).toEqual([
    '0 m',
    '12 m',
    '999 m',
    '3.4 km',
    '305 km',
    '12,345 km',
  ])
})
