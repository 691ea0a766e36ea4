import { expect, test } from 'vitest'
import { metersBetween, type Pin, pinOf } from '../../src/places/pin.ts'
import { FEEDS, quantile, RECORDS, recordsOfSupplier, share } from '../support/sample-feeds.ts'

const PLACED = RECORDS.filter(({ category }) => category !== 'transfer')
const WITH_PIN = PLACED.flatMap((record) => {
  const { lat, lon, source, sourceId } = record
  if (lat === undefined || lon === undefined) return []
  const product = FEEDS.truth.product(FEEDS.truth.productOf(source, sourceId) ?? -1)
  const truth: Pin = product.site.pin
  return [{ record, lat, lon, product, meters: metersBetween(pinOf([lat, lon]), truth) }]
})

test('two suppliers lie 5 to 12 m apart in the middle, and 1 pair in 20 more than 100 m', () => {
  const apart: number[] = []
  for (const { product, record, lat, lon } of WITH_PIN) {
    for (const other of FEEDS.recordsOf(product.index)) {
      if (other.source <= record.source || other.lat === undefined || other.lon === undefined) continue
      apart.push(metersBetween(pinOf([lat, lon]), pinOf([other.lat, other.lon])))
    }
  }
  expect(apart.length).toBeGreaterThan(2_000)
  expect(quantile(apart, 0.5)).toBeGreaterThan(5)
  expect(quantile(apart, 0.5)).toBeLessThan(12)
  expect(quantile(apart, 0.75)).toBeLessThan(40)
  expect(quantile(apart, 0.95)).toBeGreaterThan(60)
  expect(share(apart, (meters) => meters > 250)).toBeGreaterThan(0.015)
  expect(share(apart, (meters) => meters > 250)).toBeLessThan(0.07)
})

test('1 to 3 in 100 are grossly wrong: another city, 0,0, swapped, mirrored', () => {
  expect(share(WITH_PIN, ({ meters }) => meters > 10_000)).toBeGreaterThan(0.008)
  expect(share(WITH_PIN, ({ meters }) => meters > 10_000)).toBeLessThan(0.03)
  expect(WITH_PIN.filter(({ lat, lon }) => lat === 0 && lon === 0).length).toBeGreaterThan(0)
  const isNear = (value: number, units: number): boolean => Math.abs(value - units / 1e7) < 1e-4
  const swapped = WITH_PIN.filter(({ lat, lon, product: { site } }) => {
    return isNear(lat, site.pin.longitude) && isNear(lon, site.pin.latitude)
  })
  const mirrored = WITH_PIN.filter(({ lat, lon, product: { site } }) => {
    return isNear(lat, site.pin.latitude) && isNear(lon, -site.pin.longitude)
  })
  expect(swapped.length).toBeGreaterThan(0)
  expect(mirrored.length).toBeGreaterThan(0)
})

test('about 3 in 100 are missing, most at the aggregator and next to none on the map', () => {
  const missing = (records: readonly (typeof RECORDS)[number][]): number =>
    share(records, ({ lat }) => lat === undefined)
  expect(missing(PLACED)).toBeGreaterThan(0.015)
  expect(missing(PLACED)).toBeLessThan(0.045)
  const placedOf = (id: string): readonly (typeof RECORDS)[number][] => PLACED.filter(({ source }) => source === id)
  expect(missing(placedOf('aggregator'))).toBeGreaterThan(missing(placedOf('register')))
  expect(missing(placedOf('open-map'))).toBeLessThan(0.005)
})

test('each supplier has its own decimals', () => {
  const longest = (id: string): number => {
    return Math.max(...recordsOfSupplier(id).map(({ lat }) => String(lat ?? 0).split('.')[1]?.length ?? 0))
  }
  expect(['register', 'open-map', 'bedbank', 'aggregator'].map(longest)).toEqual([6, 7, 5, 6])
})
