import { expect, test } from 'vitest'
import { type GeneratedRecord, generateFeeds } from '../../src/index.ts'
import { metersBetween, pinOf } from '../../src/places/pin.ts'
import { quantile, recordsOfSupplier, share } from '../support/sample-feeds.ts'

const FEEDS = generateFeeds({ seed: 31, products: 12_000 })
const RECORDS = [...FEEDS.records]

/** Records with one exact position. Transfers have two ends and airports are large, so they are excluded. */
const PLACED = RECORDS.filter(({ category }) => !['transfer', 'airport', 'station'].includes(category))

function withPin(records: readonly GeneratedRecord[]): readonly (GeneratedRecord & { lat: number; lon: number })[] {
  return records.flatMap((record) => {
    const { lat, lon } = record
    return lat === undefined || lon === undefined ? [] : [{ ...record, lat, lon }]
  })
}

/** Metres between the pins of two suppliers whose coordinates are exact. */
const APART: readonly number[] = Array.from({ length: FEEDS.truth.productCount }, (_, index) => {
  const exact = withPin(FEEDS.recordsOf(index)).filter(({ source, category }) => {
    return source !== 'home-share' && !['transfer', 'airport', 'station'].includes(category)
  })
  return exact.flatMap((left, position) => {
    return exact
      .slice(position + 1)
      .filter(({ source }) => source !== left.source)
      .map((right) => metersBetween(pinOf([left.lat, left.lon]), pinOf([right.lat, right.lon])))
  })
}).flat()

test('pins of two suppliers are the measured mixture: 92 % ordinary, 6 % 50 to 300 m, 1.5 % to 2 km, 0.5 % gross', () => {
  expect(APART.length).toBeGreaterThan(8_000)
  const between = (least: number, most: number): number =>
    share(APART, (meters) => meters >= least && meters < most) * 100
  expect(Math.abs(between(0, 50) - 92)).toBeLessThan(1.5)
  expect(Math.abs(between(50, 300) - 6)).toBeLessThan(1.2)
  expect(Math.abs(between(300, 2_000) - 1.5)).toBeLessThan(0.5)
  expect(Math.abs(between(2_000, Number.POSITIVE_INFINITY) - 0.5)).toBeLessThan(0.3)
})

test('distances between ordinary pins are lognormal, with a median of about 8 m', () => {
  const ordinary = APART.filter((meters) => meters > 0.5 && meters < 50)
  const middle = quantile(ordinary, 0.5)
  expect(middle).toBeGreaterThan(6.5)
  expect(middle).toBeLessThan(9.5)
  // The distribution is symmetric on a logarithmic scale: sigma is about 0.9.
  const upper = quantile(ordinary, 0.84) / middle
  const lower = middle / quantile(ordinary, 0.16)
  expect(upper).toBeGreaterThan(1.9)
  expect(upper).toBeLessThan(3)
  expect(Math.abs(Math.log(upper / lower))).toBeLessThan(0.5)
})

test('contains every kind of gross error: another city, 0,0, swapped, mirrored', () => {
  const gross = withPin(PLACED).map((record) => {
    const { site } = FEEDS.truth.product(FEEDS.truth.productOf(record.source, record.sourceId) ?? -1)
    const isNear = (value: number, units: number): boolean => Math.abs(value - units / 1e7) < 1e-3
    if (record.lat === 0 && record.lon === 0) return '0,0'
    if (isNear(record.lat, site.pin.longitude) && isNear(record.lon, site.pin.latitude)) return 'swapped'
    if (isNear(record.lat, site.pin.latitude) && isNear(record.lon, -site.pin.longitude)) return 'mirrored'
    return metersBetween(pinOf([record.lat, record.lon]), site.pin) > 10_000 ? 'another city' : 'right'
  })
  for (const kind of ['0,0', 'swapped', 'mirrored', 'another city']) expect(gross).toContain(kind)
  expect(share(gross, (kind) => kind !== 'right')).toBeLessThan(0.01)
})

test('a short-let portal blurs its pins, which fill a disc of 150 m', () => {
  const errors = withPin(PLACED)
    .filter(({ source }) => source === 'home-share')
    .map(({ source, sourceId, lat, lon }) => {
      const { site } = FEEDS.truth.product(FEEDS.truth.productOf(source, sourceId) ?? -1)
      return metersBetween(pinOf([lat, lon]), site.pin)
    })
  expect(quantile(errors, 0.5)).toBeGreaterThan(90)
  expect(quantile(errors, 0.5)).toBeLessThan(120)
  expect(quantile(errors, 0.98)).toBeLessThan(160)
})

test('the registers lack 2 to 4 % of the coordinates, the map none, the register of short lets all', () => {
  const missing = (id: string): number => {
    return share(
      PLACED.filter(({ source }) => source === id),
      ({ lat }) => lat === undefined,
    )
  }
  expect(missing('register')).toBeGreaterThan(0.02)
  expect(missing('register')).toBeLessThan(0.036)
  expect(missing('aggregator')).toBeGreaterThan(missing('register'))
  expect(missing('open-map')).toBeLessThan(0.005)
  expect(missing('let-register')).toBe(1)
})

test('3 to 9 % of the records of the register share a point exactly, almost none on the map', () => {
  const sharing = (id: string): number => {
    const points = withPin(RECORDS.filter(({ source }) => source === id)).map(({ lat, lon }) => `${lat} ${lon}`)
    const counts = new Map<string, number>()
    for (const point of points) counts.set(point, (counts.get(point) ?? 0) + 1)
    return share(points, (point) => (counts.get(point) ?? 0) > 1)
  }
  expect(sharing('register')).toBeGreaterThan(0.03)
  expect(sharing('register')).toBeLessThan(0.09)
  expect(sharing('open-map')).toBeLessThan(0.01)
})

test('each supplier has its own decimals', () => {
  const longest = (id: string): number => {
    return Math.max(...recordsOfSupplier(id).map(({ lat }) => String(lat ?? 0).split('.')[1]?.length ?? 0))
  }
  expect(['register', 'open-map', 'bedbank', 'aggregator'].map(longest)).toEqual([6, 7, 5, 6])
})
