import { expect, test } from 'vitest'
import { generateFeeds } from '../../src/index.ts'

/** Returns the number of lodgings by their number of suppliers, from 1. */
function sizes(options: Parameters<typeof generateFeeds>[0]): readonly number[] {
  const feeds = generateFeeds(options)
  const counts = new Array<number>(9).fill(0)
  for (let index = 0; index < feeds.truth.productCount; index++) {
    if (feeds.truth.product(index).category !== 'hotel') continue
    const { size } = new Set(feeds.recordsOf(index).map(({ source }) => source))
    counts[size] = (counts[size] ?? 0) + 1
  }
  return counts
}

/** Returns the shares of hotels with 2, 3, ... suppliers among the hotels with several suppliers, in per cent. */
function severalShares(counts: readonly number[]): readonly number[] {
  const several = counts.slice(2)
  const total = several.reduce((sum, count) => sum + count, 0)
  return several.map((count) => (count / total) * 100)
}

test('as in open feeds, 72 % of hotels with several suppliers have two, 24 % three, 4 % four, 0.3 % five', () => {
  const counts = sizes({ seed: 8, products: 12_000, suppliers: 12 })
  const [two = 0, three = 0, four = 0, five = 0, ...more] = severalShares(counts)
  expect(Math.abs(two - 71.7)).toBeLessThan(2.5)
  expect(Math.abs(three - 24)).toBeLessThan(2.5)
  expect(Math.abs(four - 4)).toBeLessThan(1.2)
  expect(five).toBeGreaterThan(0)
  expect(five).toBeLessThan(0.9)
  expect(more.reduce((sum, share) => sum + share, 0)).toBe(0)
  // 45 % of all hotels have one supplier.
  expect(Math.abs((counts[1] ?? 0) / counts.reduce((sum, count) => sum + count, 0) - 0.45)).toBeLessThan(0.02)
})

test('the mix of a wholesaler has up to eight suppliers, and more than two for most hotels', () => {
  const counts = sizes({ seed: 8, products: 6_000, suppliers: 12, mix: 'bedbank' })
  expect(counts.slice(1).every((count) => count > 0)).toBe(true)
  const [two = 0] = severalShares(counts)
  expect(two).toBeLessThan(40)
})

test('a product has at most as many suppliers as its category', () => {
  const counts = sizes({ seed: 8, products: 3_000, mix: 'bedbank' })
  // At most four of the six suppliers deal in hotels.
  expect(counts.slice(5)).toEqual([0, 0, 0, 0])
  expect(counts[4]).toBeGreaterThan(0)
})

test('products do not depend on the mix or the suppliers', () => {
  const real = generateFeeds({ seed: 8, products: 200 })
  const full = generateFeeds({ seed: 8, products: 200, suppliers: 12, mix: 'bedbank' })
  for (let index = 0; index < 200; index++) expect(full.truth.product(index)).toEqual(real.truth.product(index))
})
