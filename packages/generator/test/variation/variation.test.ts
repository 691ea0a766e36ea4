import { fold } from '@utpid/core/scoring'
import { expect, test } from 'vitest'
import { generateFeeds } from '../../src/index.ts'
import { latinName } from '../../src/names/name-word.ts'
import { FEEDS, quantile, share } from '../support/sample-feeds.ts'

/** The words of the names at two suppliers, for each lodging that is not a short let. */
const PAIRS = Array.from({ length: FEEDS.truth.productCount }, (_, index) => FEEDS.truth.product(index))
  .filter((product) => product.kind === 'lodging' && product.category !== 'apartment')
  .flatMap(({ index }) => {
    const records = FEEDS.recordsOf(index).filter(
      ({ altNames, name }) => altNames === undefined && !name.includes('&#'),
    )
    return records.flatMap((left, position) => {
      return records
        .slice(position + 1)
        .filter(({ source }) => source !== left.source)
        .map((right) => {
          return { left: left.name, right: right.name, sources: [left.source, right.source] }
        })
    })
  })

function overlap({ left, right }: (typeof PAIRS)[number]): number {
  const ones = new Set(fold(left).split(' '))
  const others = new Set(fold(right).split(' '))
  const both = [...ones].filter((word) => others.has(word)).length
  return both / (ones.size + others.size - both)
}

test('names of one lodging share words as often as real names', () => {
  // Measured on real registers and maps: 0.25, 0.5 and 0.67 to 0.75 at these quantiles.
  const overlaps = PAIRS.map(overlap)
  expect(overlaps.length).toBeGreaterThan(1_500)
  expect(quantile(overlaps, 0.1)).toBeGreaterThan(0.15)
  expect(quantile(overlaps, 0.1)).toBeLessThan(0.45)
  expect(quantile(overlaps, 0.25)).toBeGreaterThan(0.35)
  expect(quantile(overlaps, 0.25)).toBeLessThan(0.7)
  expect(quantile(overlaps, 0.5)).toBeGreaterThan(0.6)
})

test('a few pairs of names share no word, because of a company name or a former name', () => {
  expect(share(PAIRS, (pair) => overlap(pair) === 0)).toBeGreaterThan(0.02)
  expect(share(PAIRS, (pair) => overlap(pair) === 0)).toBeLessThan(0.1)
})

test('names of register and map most often differ only in case', () => {
  const pairs = PAIRS.filter(({ sources }) => sources.includes('register') && sources.includes('open-map'))
  const caseOnly = share(pairs, ({ left, right }) => left !== right && left.toLowerCase() === right.toLowerCase())
  expect(caseOnly).toBeGreaterThan(0.25)
  expect(caseOnly).toBeLessThan(0.7)
})

test('no name dominates, and common names occur several times', () => {
  const counts = new Map<string, number>()
  for (let index = 0; index < FEEDS.truth.productCount; index++) {
    const product = FEEDS.truth.product(index)
    if (product.kind !== 'lodging') continue
    const name = fold(latinName(product.name.words))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const most = Math.max(...counts.values())
  expect(most).toBeGreaterThan(1)
  expect(most / FEEDS.truth.productCount).toBeLessThan(0.006)
})

test('most words of a feed occur once, as in a real feed of the same size', () => {
  const counts = new Map<string, number>()
  for (const { source, name } of generateFeeds({ seed: 6, products: 45_000 }).records) {
    if (source !== 'register') continue
    for (const word of new Set(fold(name).split(' '))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const once = share([...counts.values()], (count) => count === 1)
  expect(once).toBeGreaterThan(0.6)
  expect(once).toBeLessThan(0.77)
})

test('in nearly half of the pairs of short lets, each agency has its own title', () => {
  const lets = Array.from({ length: FEEDS.truth.productCount }, (_, index) => FEEDS.truth.product(index))
    .filter(({ category }) => category === 'apartment')
    .flatMap(({ index }) => {
      const [left, right] = FEEDS.recordsOf(index).filter(({ altNames }) => altNames === undefined)
      return left === undefined || right === undefined || left.source === right.source
        ? []
        : [{ left: left.name, right: right.name, sources: [left.source, right.source] }]
    })
  expect(lets.length).toBeGreaterThan(100)
  expect(share(lets, (pair) => overlap(pair) <= 0.2)).toBeGreaterThan(0.3)
  expect(share(lets, (pair) => overlap(pair) <= 0.2)).toBeLessThan(0.75)
})
