import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { FeatureValue } from '../../src/features/record-features.ts'
import type { RecordContent } from '../../src/model/supplier-record.ts'
import { fieldComparison } from '../../src/schema/field-comparison.ts'
import { schemaWith, withAdded } from '../support/custom-comparisons.ts'

const EMPTY = extractFeatures({})

const floors = fieldComparison({
  name: 'floors',
  version: 1,
  field: 'floors',
  description: 'Whether the numbers of floors agree.',
  levels: ['same', 'different'],
  profiles: ['lodging'],
  compare: (left: number, right: number) => (left === right ? 'same' : 'different'),
})

test('compares the feature of its field, and is unknown without it', () => {
  const [two, three] = [withAdded(EMPTY, { floors: 2 }), withAdded(EMPTY, { floors: 3, other: 2 })]
  expect(floors.levels).toEqual(['same', 'different', 'unknown'])
  expect(floors.compare(two, two, () => 1)).toBe('same')
  expect(floors.compare(two, three, () => 1)).toBe('different')
  for (const silent of [EMPTY, withAdded(EMPTY, { other: 2 })]) {
    expect(floors.compare(two, silent, () => 1)).toBe('unknown')
    expect(floors.compare(silent, two, () => 1)).toBe('unknown')
    expect(floors.isPresent?.(silent)).toBe(false)
  }
})

test('calls its author only with two values, for any features', () => {
  const value: fc.Arbitrary<FeatureValue | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.string(),
    fc.double(),
    fc.array(fc.integer()),
    fc.array(fc.string()),
  )
  fc.assert(
    fc.property(value, value, (one, other) => {
      const received: FeatureValue[] = []
      const comparison = fieldComparison({
        ...floors,
        field: 'floors',
        compare: (left: FeatureValue, right: FeatureValue) => {
          received.push(left, right)
          return 'same'
        },
      })
      const [left, right] = [one, other].map((each) =>
        each === undefined ? EMPTY : withAdded(EMPTY, { floors: each }),
      )
      const level = comparison.compare(left as never, right as never, () => 1)
      const has = (each: FeatureValue | undefined): boolean => each !== undefined && each !== '' && !isEmptyList(each)
      expect(level).toBe(has(one) && has(other) ? 'same' : 'unknown')
      expect(received).toEqual(level === 'same' ? [one, other] : [])
    }),
    runs(300),
  )
})

function isEmptyList(value: FeatureValue): boolean {
  return Array.isArray(value) && value.length === 0
}

test.each<[string, RecordContent, string | undefined]>([
  ['a number', { extra: { floors: 3 } }, '3'],
  ['a list', { extra: { floors: ['a', 'b'] } }, 'a, b'],
  ['an object', { extra: { floors: { a: 1 } } }, '{"a":1}'],
  ['a field of the record', { floors: 4, extra: { floors: 3 } } as RecordContent, '4'],
  ['nothing', {}, undefined],
  ['an empty text', { extra: { floors: '' } }, undefined],
  ['an empty list', { extra: { floors: [] } }, undefined],
])('shows %s as text', (_what, content, text) => {
  expect(floors.show(content)).toBe(text)
})

test('shows what its author shows', () => {
  const comparison = fieldComparison({ ...floors, field: 'floors', compare: () => 'same', show: () => 'three' })
  expect(comparison.show({})).toBe('three')
})

test.each(['', 'a b', 'constructor', '__proto__', 'x'.repeat(65)])('refuses the field "%s"', (field) => {
  expect(() => fieldComparison({ ...floors, field, compare: () => 'same' })).toThrow(/"floors".*name of an added field/)
})

test('a list of levels that ends with unknown stays as it is', () => {
  const comparison = fieldComparison({ ...floors, field: 'floors', levels: floors.levels, compare: () => 'same' })
  expect(schemaWith(comparison).comparisons.at(-1)?.levels).toEqual(['same', 'different', 'unknown'])
})
