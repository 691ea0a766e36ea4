import type { Product, Registry, SearchOptions, SupplierRecord } from '@utpid/core'
import { fold } from '@utpid/core/scoring'
import { distance } from 'fastest-levenshtein'

const SAMPLE = 100

/** Ranges of name difference: names that differ a little, a lot, and completely. */
const BANDS: readonly (readonly [least: number, most: number])[] = [
  [0.25, 0.55],
  [0.55, 1.01],
  [0, 0.25],
]

/**
 * Chooses products from many suppliers, with small to large name differences. If there are several kinds of products,
 * it takes one of each kind.
 */
export async function chooseProducts(registry: Registry, count: number): Promise<Product[]> {
  const [lodging = [], ...others] = await Promise.all(
    ['profile:lodging', 'profile:activity', 'profile:transfer'].map((type) => sample(registry, { type })),
  )
  const ofOtherKinds = others.flatMap((products) => products.slice(0, 1))
  const ofBands = BANDS.flatMap(([min, max]) =>
    lodging
      .filter((product) => {
        const difference = differenceWithin(product)
        return difference >= min && difference < max
      })
      .slice(0, 1),
  )
  const chosen = [...ofBands.slice(0, count - ofOtherKinds.length), ...ofOtherKinds]
  const rest = lodging.filter((product) => !chosen.includes(product))
  return [...chosen, ...rest].slice(0, count)
}

/** Returns the two records of a product whose names differ most. */
export function mostDifferentRecords(product: Product): readonly [SupplierRecord, SupplierRecord] | undefined {
  let best: readonly [SupplierRecord, SupplierRecord] | undefined
  let max = -1
  for (const [at, { record: one }] of product.records.entries()) {
    for (const { record: other } of product.records.slice(at + 1)) {
      const difference = nameDifference(one, other)
      if (difference > max) {
        best = [one, other]
        max = difference
      }
    }
  }
  return best
}

async function sample(registry: Registry, options: SearchOptions): Promise<Product[]> {
  const { products } = await registry.search('', { ...options, limit: SAMPLE })
  return products
    .filter(({ records, confidence }) => records.length >= 2 && confidence >= 0.9)
    .map((product) => ({ product, interest: interestOf(product) }))
    .sort((a, b) => b.interest - a.interest)
    .map(({ product }) => product)
}

function interestOf(product: Product): number {
  return product.suppliers.length + differenceWithin(product)
}

function differenceWithin(product: Product): number {
  const pair = mostDifferentRecords(product)
  return pair === undefined ? 0 : nameDifference(...pair)
}

/** Returns 0 for names with the same words in any order, up to 1 for names without a common word. */
function nameDifference(one: SupplierRecord, other: SupplierRecord): number {
  const [a, b] = [sortedWords(one.name), sortedWords(other.name)]
  return distance(a, b) / Math.max(a.length, b.length, 1)
}

function sortedWords(name: string): string {
  return fold(name).split(' ').sort().join(' ')
}
