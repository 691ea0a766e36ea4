import { expect, test } from 'vitest'
import { type GeneratedRecord, generateFeeds } from '../../src/index.ts'
import { metersBetween, pinOf } from '../../src/places/pin.ts'
import { groupsOf, RECORDS, share } from '../support/sample-feeds.ts'

const WHOLESALER = 'wholesaler'
const SEVERAL = generateFeeds({ seed: 20_261, products: 1_500, severalCodes: 0.4 })
const ROWS = [...SEVERAL.records].filter(({ source }) => source === WHOLESALER)
const PRODUCTS = groupsOf(ROWS, ({ sourceId }) => String(SEVERAL.truth.productOf(WHOLESALER, sourceId)))
const FURTHER: readonly (readonly [GeneratedRecord, GeneratedRecord])[] = PRODUCTS.flatMap(([first, ...rest]) =>
  rest.map((row) => [first as GeneratedRecord, row] as const),
)

test('40 % of the products of the wholesaler have two to six codes', () => {
  const sizes = PRODUCTS.map(({ length }) => length)
  expect(sizes.length).toBeGreaterThan(500)
  expect(Math.abs(share(sizes, (size) => size > 1) - 0.4)).toBeLessThan(0.04)
  expect(new Set(sizes)).toEqual(new Set([1, 2, 3, 4, 5, 6]))
})

test('codes are unique, and return the product from which they were generated', () => {
  expect(new Set(ROWS.map(({ sourceId }) => sourceId)).size).toBe(ROWS.length)
  for (let index = 0; index < SEVERAL.truth.productCount; index++) {
    for (const { source, sourceId } of SEVERAL.recordsOf(index)) {
      expect(SEVERAL.truth.productOf(source, sourceId)).toBe(index)
    }
  }
})

test('further codes differ by a word of the contract, by spelling, or by up to 30 m', () => {
  expect(share(FURTHER, ([first, row]) => row.name !== first.name)).toBeGreaterThan(0.6)
  expect(share(FURTHER, ([first, row]) => row.name === first.name)).toBeGreaterThan(0.1)
  expect(
    share(FURTHER, ([, { name }]) => /Room|Board|Breakfast|Inclusive|\b(RO|BB|HB|FB|AI|NRF)\b/.test(name)),
  ).toBeGreaterThan(0.4)
  const placed = FURTHER.filter(([first]) => first.lat !== undefined)
  const distances = placed.map(([first, row]) =>
    metersBetween(pinOf([first.lat ?? 0, first.lon ?? 0]), pinOf([row.lat ?? 0, row.lon ?? 0])),
  )
  expect(distances.filter((distance) => distance > 0).length).toBeGreaterThan(distances.length / 2)
  // Rounding to five decimals moves a point by up to a metre.
  expect(Math.max(...distances)).toBeLessThan(31)
})

test('the records of other suppliers do not depend on the wholesaler', () => {
  const others = [...SEVERAL.records].filter(({ source }) => source !== WHOLESALER)
  expect(others).toEqual(RECORDS.slice(0, others.length))
  expect(SEVERAL.suppliers.at(-1)?.id).toBe(WHOLESALER)
})

test('rejects a share outside 0 to 1, and products without a code for each', () => {
  expect(() => generateFeeds({ seed: 1, severalCodes: 1.5 })).toThrow('severalCodes is 1.5: give a number from 0 to 1')
  expect(() => generateFeeds({ seed: 1, severalCodes: 0.4, products: 2 ** 31 })).toThrow('1 to 715827882')
})
