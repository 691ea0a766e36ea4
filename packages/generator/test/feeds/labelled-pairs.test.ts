import { fold } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { labelledPairs } from '../../src/index.ts'
import { latinName } from '../../src/names/name-word.ts'
import { metersBetween } from '../../src/places/pin.ts'
import { FEEDS } from '../support/sample-feeds.ts'

const PAIRS = [...labelledPairs(FEEDS)]
const PRODUCTS = Array.from({ length: FEEDS.truth.productCount }, (_, index) => FEEDS.truth.product(index))
/** The families of products: each product with its siblings, the product first. */
const FAMILIES = PRODUCTS.filter(({ siblingOf }) => siblingOf === undefined).map((base) => {
  return [base, ...PRODUCTS.filter(({ siblingOf }) => siblingOf === base.index)]
})

test('a pair is a match exactly when both ends show one product', () => {
  for (const { set, match, a, b } of PAIRS) {
    const isOne = FEEDS.truth.productOf(a[0], a[1]) === FEEDS.truth.productOf(b[0], b[1])
    expect(match).toBe(isOne ? 1 : 0)
    expect(set === 'same').toBe(isOne)
    expect(a[0]).not.toBe(b[0])
  }
})

test('yields every pair of records of one product at two suppliers once', () => {
  const keys = PAIRS.map(({ a, b }) => [`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`].sort().join(' | '))
  expect(new Set(keys).size).toBe(keys.length)
  let expected = 0
  for (const { index } of PRODUCTS) {
    const records = FEEDS.recordsOf(index)
    for (const one of records) expected += records.filter(({ source }) => source > one.source).length
  }
  expect(PAIRS.filter(({ set }) => set === 'same')).toHaveLength(expected)
})

test('yields enough pairs of siblings and of other neighbours', () => {
  expect(PAIRS.filter(({ set }) => set === 'sibling').length).toBeGreaterThan(200)
  expect(PAIRS.filter(({ set }) => set === 'street').length).toBeGreaterThan(300)
})

test('siblings are within 150 m of their base and have different names', () => {
  let count = 0
  for (const family of FAMILIES) {
    const [base] = family
    if (base?.kind !== 'lodging') continue
    for (const sibling of family.slice(1)) {
      if (sibling.kind !== 'lodging') throw new Error(`product ${sibling.index} is no sibling of a house`)
      count++
      expect(metersBetween(base.site.pin, sibling.site.pin)).toBeLessThanOrEqual(150)
    }
    const names = family.map((product) => (product.kind === 'lodging' ? fold(latinName(product.name.words)) : ''))
    expect(new Set(names).size).toBe(names.length)
  }
  expect(count).toBeGreaterThan(80)
})

test('sibling tours differ in form, sibling transfers in vehicle, sibling sights and stations in name', () => {
  let count = 0
  for (const family of FAMILIES) {
    if (family.length < 2 || family[0]?.kind === 'lodging') continue
    count++
    const marks = family.map((product) => {
      if (product.kind === 'activity') return product.category === 'attraction' ? product.theme : product.form
      return product.kind === 'transfer' ? String(product.vehicle) : product.kind === 'point' ? product.name : ''
    })
    expect(new Set(marks).size).toBe(marks.length)
  }
  expect(count).toBeGreaterThan(10)
})

test('products of one street have separate doors, or one door and the same point', () => {
  const doors = new Map<string, { readonly pins: Set<string>; houses: number }>()
  for (const { siblingOf, kind, site } of PRODUCTS) {
    if (siblingOf !== undefined || kind !== 'lodging') continue
    const key = `${site.city.id} ${site.street} ${site.houseNumber}`
    const door = doors.get(key) ?? { pins: new Set(), houses: 0 }
    door.pins.add(JSON.stringify(site.pin))
    door.houses++
    doors.set(key, door)
  }
  const shared = [...doors.values()].filter(({ houses }) => houses > 1)
  expect(shared.length).toBeGreaterThan(20)
  expect(shared.length / doors.size).toBeLessThan(0.08)
  for (const { pins } of doors.values()) expect(pins.size).toBe(1)
})
