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

/** Returns how alike one field of two records is. */
function likeness(left: Partial<SupplierRecord>, right: Partial<SupplierRecord>, label: string): string | undefined {
  return fieldPairs(record(left), record(right)).find((each) => each.label === label)?.likeness
}

test.for([
  ['name', { name: 'Hotel Aurora' }, { name: 'Hotel Aurora' }, 'same'],
  ['name', { name: 'Hotel Aurora' }, { name: 'AURÓRA, Hotel' }, 'similar'],
  ['name', { name: 'Hotel Aurora' }, { name: 'Hotel Aurora 2' }, 'different'],
  ['phone', { phone: '+47 55 12 34 56' }, { phone: '55123456' }, 'similar'],
  ['phone', { phone: '+47 55 12 34 56' }, { phone: '55123457' }, 'different'],
  ['website', { website: 'https://www.aurora.example/' }, { website: 'http://aurora.example' }, 'similar'],
  ['email', { email: 'Post@aurora.example' }, { email: 'post@aurora.example' }, 'similar'],
  ['stars', { stars: 4 }, {}, 'silent'],
  ['stars', { stars: 4 }, { stars: 5 }, 'different'],
  [
    'coordinates',
    { location: { coordinates: [60.3951, 5.3242] as const } },
    { location: { coordinates: [60.3953, 5.3242] as const } },
    'similar',
  ],
  [
    'coordinates',
    { location: { coordinates: [60.3951, 5.3242] as const } },
    { location: { coordinates: [60.3971, 5.3242] as const } },
    'different',
  ],
  ['rooms', {}, {}, undefined],
] as const)('%s of %j and %j', ([label, left, right, expected]) => {
  expect(likeness(left, right, label)).toBe(expected)
  expect(likeness(right, left, label)).toBe(expected)
})

test('what a supplier sends cannot move the cursor of a terminal', () => {
  const [name] = fieldPairs(record({ name: 'Aurora\u001b[2J' }), record({}))
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
