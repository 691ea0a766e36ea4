import { expect, test } from 'vitest'
import { generateFeeds } from '../../src/index.ts'
import { metersBetween, type Pin } from '../../src/places/pin.ts'
import { groupsOf, quantile, share } from '../support/sample-feeds.ts'

const DENSE = 0.2
const FEEDS = generateFeeds({ seed: 2, products: 11_500, dense: DENSE })
const PRODUCTS = Array.from({ length: FEEDS.truth.productCount }, (_, index) => FEEDS.truth.product(index))
const APARTMENTS = PRODUCTS.flatMap((product) => (product.kind === 'lodging' && product.isDense ? [product] : []))

/** Returns the number of other products within 250 m of a pin. */
function neighbours(pin: Pin, others: readonly { readonly site: { readonly pin: Pin } }[]): number {
  return others.filter(({ site }) => metersBetween(site.pin, pin) <= 250).length - 1
}

test('the requested share of products is in dense districts, all of them apartments', () => {
  // Siblings of a district's products are outside the district, even if they are next door.
  expect(APARTMENTS.length / PRODUCTS.length).toBeGreaterThan(DENSE * 0.88)
  expect(APARTMENTS.length / PRODUCTS.length).toBeLessThan(DENSE * 1.05)
  expect(new Set(APARTMENTS.map(({ category }) => category))).toEqual(new Set(['apartment']))
  const none = generateFeeds({ seed: 2, products: 2_000, dense: 0 })
  for (let index = 0; index < 2_000; index++) expect(none.truth.product(index)).not.toMatchObject({ isDense: true })
})

test('a full district has up to 1,000 apartments within 250 m, most districts have hundreds', () => {
  const sample = APARTMENTS.filter((_, at) => at % 10 === 0).map(({ site }) => neighbours(site.pin, APARTMENTS))
  expect(Math.max(...sample)).toBeGreaterThan(700)
  expect(Math.max(...sample)).toBeLessThan(1_100)
  expect(quantile(sample, 0.5)).toBeGreaterThan(200)
})

test('a cell of 250 m contains far more than 200 records, the limit of a key lookup', () => {
  const records = [...FEEDS.records].filter(({ category, lat }) => category === 'apartment' && lat !== undefined)
  const cells = new Map<string, number>()
  for (const { lat = 0, lon = 0 } of records) {
    const cell = `${Math.floor(lat * 400)} ${Math.floor(lon * 280)}`
    cells.set(cell, (cells.get(cell) ?? 0) + 1)
  }
  expect(Math.max(...cells.values())).toBeGreaterThan(300)
})

test('hotels are never as dense as apartments', () => {
  const hotels = PRODUCTS.filter(({ category }) => category === 'hotel')
  const most = Math.max(...hotels.slice(0, 1_500).map(({ site }) => neighbours(site.pin, hotels)))
  expect(most).toBeLessThan(60)
})

test('apartments share a building, and some of them share its name with different numbers', () => {
  const buildings = groupsOf(APARTMENTS, ({ site }) => `${site.city.id} ${site.street} ${site.houseNumber}`)
  const sizes = buildings.map(({ length }) => length)
  expect(quantile(sizes, 0.5)).toBeGreaterThan(5)
  expect(Math.max(...sizes)).toBeLessThan(40)
  for (const apartments of buildings) {
    expect(new Set(apartments.map(({ site }) => JSON.stringify(site.pin))).size).toBe(1)
  }
  const numbered = APARTMENTS.filter(({ name }) => name.words.at(-1)?.role === 'mark')
  expect(share(APARTMENTS, (each) => numbered.includes(each))).toBeGreaterThan(0.2)
  const doors = numbered.map(({ site, name }) => `${site.street} ${name.words.map(({ text }) => text).join(' ')}`)
  expect(new Set(doors).size / doors.length).toBeGreaterThan(0.99)
})

test('later products have other districts', () => {
  const cityOf = (from: number): Set<number> => {
    const feeds = generateFeeds({ seed: 2, products: 10_000_000, dense: DENSE })
    const cities = new Set<number>()
    for (let index = from; index < from + 300; index++) {
      const product = feeds.truth.product(index)
      if (product.kind === 'lodging' && product.isDense) cities.add(product.site.pin.latitude)
    }
    return cities
  }
  const early = cityOf(0)
  expect([...cityOf(5_000_000)].filter((latitude) => early.has(latitude))).toEqual([])
})
