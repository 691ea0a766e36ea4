import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { type MeasureComparisonOptions, measureComparison } from '../../src/schema/measure-comparison.ts'
import { schemaWith } from '../support/custom-comparisons.ts'

const EMPTY = extractFeatures({})

function measured(change: Partial<MeasureComparisonOptions>): ReturnType<typeof measureComparison> {
  return measureComparison({
    name: 'likeness',
    version: 1,
    description: 'How alike the records are.',
    profiles: ['lodging'],
    range: [0, 1],
    direction: 'higher',
    cuts: [0.5, 0.9],
    measure: () => 0,
    ...change,
  })
}

function levelOf(value: number | undefined, change: Partial<MeasureComparisonOptions> = {}): string {
  return measured({ ...change, measure: () => value }).compare(EMPTY, EMPTY, () => 1)
}

test('has the levels of its cuts, strongest first', () => {
  expect(measured({}).levels).toEqual(['from_0_9', 'from_0_5', 'below_0_5', 'unknown'])
  expect(measured({ direction: 'lower' }).levels).toEqual(['up_to_0_5', 'up_to_0_9', 'over_0_9', 'unknown'])
  expect(measured({ range: [-10, 1e9], cuts: [-2.5, 0, 1e7] }).levels).toEqual([
    'from_10000000',
    'from_0',
    'from_minus_2_5',
    'below_minus_2_5',
    'unknown',
  ])
  expect(measured({ range: [-1, 1e30], cuts: [-1e-7, 1e-7, 1e21] }).levels).toEqual([
    'from_1e21',
    'from_1e_minus_7',
    'from_minus_1e_minus_7',
    'below_minus_1e_minus_7',
    'unknown',
  ])
  expect(() => schemaWith(measured({ range: [-1, 1e30], cuts: [-1e-7, 1e-7, 1e21] }))).not.toThrow()
})

test.each([
  [1, 'from_0_9', 'over_0_9'],
  [0.9, 'from_0_9', 'up_to_0_9'],
  [0.89, 'from_0_5', 'up_to_0_9'],
  [0.5, 'from_0_5', 'up_to_0_5'],
  [0, 'below_0_5', 'up_to_0_5'],
  [7, 'from_0_9', 'over_0_9'],
  [Number.POSITIVE_INFINITY, 'from_0_9', 'over_0_9'],
  [-7, 'below_0_5', 'up_to_0_5'],
  [Number.NaN, 'unknown', 'unknown'],
  [undefined, 'unknown', 'unknown'],
] as const)('a measure of %s is %s, or %s for a distance', (value, higher, lower) => {
  expect(levelOf(value)).toBe(higher)
  expect(levelOf(value, { direction: 'lower' })).toBe(lower)
})

test('a better measure never has a weaker level, for any cuts', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 20 })
  const value = fc.double({ min: -10, max: 110, noNaN: true })
  fc.assert(
    fc.property(cuts, value, value, fc.constantFrom('higher', 'lower'), (unsorted, one, other, direction) => {
      const change = { range: [0, 100], cuts: unsorted.toSorted((a, b) => a - b), direction } as const
      const { monotoneLevels: [chain] = [], levels } = measured(change)
      expect(levels).toEqual([...(chain ?? []), 'unknown'])
      const places = [one, other].map((each) => chain?.indexOf(levelOf(each, change)) as number)
      const isBetter = direction === 'higher' ? one >= other : one <= other
      expect((places[0] as number) - (places[1] as number)).toSatisfy((by: number) => (isBetter ? by <= 0 : by >= 0))
    }),
    runs(400),
  )
})

test.each<[string, Partial<MeasureComparisonOptions>, RegExp]>([
  ['no measure', { measure: undefined as never }, /measure must be a function/],
  ['no direction', { direction: 'up' as never }, /direction/],
  ['a turned range', { range: [1, 0] }, /range must be two numbers/],
  ['an endless range', { range: [0, Number.POSITIVE_INFINITY] }, /range must be two numbers/],
  ['no cuts', { cuts: [] }, /cuts must be a list/],
  ['falling cuts', { cuts: [0.9, 0.5] }, /cuts must ascend, but 0\.5/],
  ['a cut outside the range', { cuts: [0.5, 1.5] }, /the cut 1\.5 leaves a level without values/],
  ['a cut that nothing is below', { cuts: [0, 0.5] }, /the cut 0 leaves/],
  ['a cut that nothing is over', { cuts: [0.5, 1], direction: 'lower' }, /the cut 1 leaves/],
])('%s is refused', (_what, change, message) => {
  expect(() => measured(change)).toThrow(message)
  expect(() => measured(change)).toThrow(/"likeness"/)
})

test('a measure that is no number fails by name', () => {
  const comparison = schemaWith(measured({ measure: () => '0.7' as never })).comparisons.at(-1)
  expect(() => comparison?.compare(EMPTY, EMPTY, () => 1)).toThrow(/"likeness".*no number but string/)
})

test('asks the author for presence, field and shown value', () => {
  const comparison = measured({
    isPresent: ({ stars }) => stars !== undefined,
    fieldOf: ({ stars }) => (stars === undefined ? {} : { stars }),
    show: ({ stars }) => (stars === undefined ? undefined : String(stars)),
  })
  const four = extractFeatures({ stars: 4 })
  expect(comparison.isPresent?.(four)).toBe(true)
  expect(comparison.isPresent?.(EMPTY)).toBe(false)
  expect(comparison.fieldOf?.(four)).toEqual({ stars: 4 })
  expect(comparison.show({ stars: 4 })).toBe('4')
  expect(measured({}).show({ stars: 4 })).toBeUndefined()
})
