import type { Gazetteer } from '@utpid/core'
import { describe, expect, test } from 'vitest'
import { generateFeeds, toJsonLine } from '../src/index.ts'
import { FEEDS, RECORDS, share } from './support/sample-feeds.ts'

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

  test('makes product k the same however many are made and in whatever order one asks', () => {
    const few = generateFeeds({ seed: 9, products: 120 })
    const many = generateFeeds({ seed: 9, products: 1_000_000_000 })
    for (let index = 119; index >= 0; index -= 7) {
      expect(many.truth.product(index)).toEqual(few.truth.product(index))
      expect(many.recordsOf(index)).toEqual(few.recordsOf(index))
    }
  })

  test('reaches the last product without making those before', () => {
    const feeds = generateFeeds({ seed: 1, products: 2 ** 31 })
    const records = feeds.recordsOf(2 ** 31 - 1)
    expect(records.length).toBeGreaterThan(0)
    for (const { source, sourceId } of records) expect(feeds.truth.productOf(source, sourceId)).toBe(2 ** 31 - 1)
  })

  test('may be read again', () => {
    expect([...FEEDS.records]).toEqual(RECORDS)
  })
})

describe('the default size', () => {
  test('is about 5,000 records of four suppliers, none of them small', () => {
    expect(RECORDS.length).toBeGreaterThan(4_600)
    expect(RECORDS.length).toBeLessThan(5_400)
    expect(FEEDS.suppliers.map(({ id }) => id)).toEqual(['register', 'open-map', 'bedbank', 'aggregator'])
    for (const { id } of FEEDS.suppliers) expect(share(RECORDS, ({ source }) => source === id)).toBeGreaterThan(0.15)
  })

  test('shows each product at 1 to 4 suppliers, 2 in the mean', () => {
    const counts = new Map<number, Set<string>>()
    for (const { source, sourceId } of RECORDS) {
      const index = FEEDS.truth.productOf(source, sourceId) ?? -1
      counts.set(index, (counts.get(index) ?? new Set()).add(source))
    }
    const sizes = [...counts.values()].map((suppliers) => suppliers.size)
    expect(sizes).toHaveLength(FEEDS.truth.productCount)
    expect(new Set(sizes)).toEqual(new Set([1, 2, 3, 4]))
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    expect(mean).toBeGreaterThan(1.8)
    expect(mean).toBeLessThan(2.4)
  })

  test('is mostly hotels, with every other kind among it', () => {
    expect(share(RECORDS, ({ category }) => category === 'hotel')).toBeGreaterThan(0.5)
    for (const category of ['apartment', 'guesthouse', 'hostel', 'campsite', 'tour', 'activity', 'transfer']) {
      expect(RECORDS.filter((record) => record.category === category).length).toBeGreaterThan(20)
    }
  })

  test('has its duplicates within a supplier, and few', () => {
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
  test('take the styles in turn and stay apart', () => {
    const feeds = generateFeeds({ seed: 3, products: 400, suppliers: 6 })
    expect(feeds.suppliers.map(({ id }) => id).slice(4)).toEqual(['register-2', 'open-map-2'])
    const records = [...feeds.records]
    expect(new Set(records.map(({ source }) => source)).size).toBe(6)
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

  test('a gazetteer without cities is refused by its name', () => {
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
