import { CATEGORIES, type Gazetteer } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { generateFeeds, toJsonLine } from '../../src/index.ts'
import { FEEDS, RECORDS, share } from '../support/sample-feeds.ts'

function bytes(options: Parameters<typeof generateFeeds>[0]): string {
  return [...generateFeeds(options).records].map(toJsonLine).join('')
}

describe('a seed', () => {
  test('gives the same bytes every time', () => {
    expect(bytes({ seed: 5, products: 300 })).toBe(bytes({ seed: 5, products: 300 }))
  })

  test('gives other records than another seed, in both halves of a large number', () => {
    const lines = new Set(bytes({ seed: 5, products: 200 }).split('\n'))
    for (const seed of [6, 5 + 2 ** 32]) {
      const shared = bytes({ seed, products: 200 })
        .split('\n')
        .filter((line) => line !== '' && lines.has(line))
      expect(shared).toEqual([])
    }
  })

  test('gives the same product k for any number of products and in any order', () => {
    const few = generateFeeds({ seed: 9, products: 120 })
    const many = generateFeeds({ seed: 9, products: 1_000_000_000 })
    for (let index = 119; index >= 0; index -= 7) {
      expect(many.truth.product(index)).toEqual(few.truth.product(index))
      expect(many.recordsOf(index)).toEqual(few.recordsOf(index))
    }
  })

  test('generates the last product without the earlier products', () => {
    const feeds = generateFeeds({ seed: 1, products: 2 ** 31 })
    const records = feeds.recordsOf(2 ** 31 - 1)
    expect(records.length).toBeGreaterThan(0)
    for (const { source, sourceId } of records) expect(feeds.truth.productOf(source, sourceId)).toBe(2 ** 31 - 1)
  })

  test('can be read several times', () => {
    expect([...FEEDS.records]).toEqual(RECORDS)
  })
})

describe('the default size', () => {
  test('is about 5,000 records of six suppliers', () => {
    expect(RECORDS.length).toBeGreaterThan(4_600)
    expect(RECORDS.length).toBeLessThan(5_400)
    const houses = ['register', 'open-map', 'bedbank', 'aggregator']
    expect(FEEDS.suppliers.map(({ id }) => id)).toEqual([...houses, 'home-share', 'let-register'])
    for (const id of houses) expect(share(RECORDS, ({ source }) => source === id)).toBeGreaterThan(0.15)
    for (const id of ['home-share', 'let-register']) {
      expect(share(RECORDS, ({ source }) => source === id)).toBeGreaterThan(0.03)
    }
  })

  test('contains mostly hotels, and every category of core except `other`', () => {
    expect(share(RECORDS, ({ category }) => category === 'hotel')).toBeGreaterThan(0.45)
    const made = new Set(RECORDS.map(({ category }) => category))
    const slugs = CATEGORIES.map(({ slug }) => slug).filter((slug) => slug !== 'other')
    expect(slugs.filter((slug) => !made.has(slug))).toEqual([])
    expect([...made].filter((category) => !slugs.includes(category))).toEqual([])
  })

  test('contains a few duplicates within a supplier', () => {
    const rows = RECORDS.map(({ sourceId: _, ...rest }) => JSON.stringify(rest))
    const repeated = rows.length - new Set(rows).size
    expect(repeated).toBeGreaterThan(0)
    expect(repeated / rows.length).toBeLessThan(0.004)
  })

  test('has no null and no empty value in a row', () => {
    expect(RECORDS.filter((record) => /:(null|"")|undefined|NaN|\{x\}|\{city\}/.test(toJsonLine(record)))).toEqual([])
  })
})

describe('more suppliers', () => {
  test('use the styles in turn and have different ids', () => {
    const feeds = generateFeeds({ seed: 3, products: 400, suppliers: 8 })
    expect(feeds.suppliers.map(({ id }) => id).slice(6)).toEqual(['register-2', 'open-map-2'])
    const records = [...feeds.records]
    expect(new Set(records.map(({ source }) => source)).size).toBe(8)
    expect(new Set(records.map(({ source, sourceId }) => `${source} ${sourceId}`)).size).toBe(records.length)
  })
})

describe('an option out of range', () => {
  test.each([
    ['seed', { seed: -1 }],
    ['seed', { seed: 1.5 }],
    ['products', { seed: 1, products: 0 }],
    ['products', { seed: 1, products: 2 ** 31 + 1 }],
    ['suppliers', { seed: 1, suppliers: 41 }],
  ])('%s is refused with its range', (name, options) => {
    expect(() => generateFeeds(options)).toThrow(new RegExp(`^${name} is .*: give a whole number from `))
  })

  test.each([-0.1, 1.1, Number.NaN])('rejects a share of dense districts of %d with the allowed range', (dense) => {
    expect(() => generateFeeds({ seed: 1, dense })).toThrow(`dense is ${dense}: give a number from 0 to 1`)
  })

  test('rejects an unknown mix with the valid values', () => {
    // An untyped program may pass such a value.
    const mix = 'full' as 'real'
    expect(() => generateFeeds({ seed: 1, mix })).toThrow('mix is full: give real or bedbank')
  })

  test('rejects a gazetteer without cities by its version', () => {
    const empty: Gazetteer = {
      version: 'empty-1',
      cities: () => [],
      citiesByName: () => [],
      citiesNear: () => [],
      airports: () => [],
      airport: () => undefined,
      airportsNear: () => [],
    }
    expect(() => generateFeeds({ seed: 1, gazetteer: empty })).toThrow(/the gazetteer empty-1 has no city/)
  })
})
