import { BLOCK_SIZE } from '../products/product-maker.ts'
import type { GeneratedRecord } from '../records/generated-record.ts'
import type { GeneratedFeeds } from './generate-feeds.ts'

/** A record of a pair: supplier, the supplier's code, and a name for people. */
export type PairEnd = readonly [source: string, sourceId: string, name: string]

/**
 * The origin of a pair. `same`: one real product of two suppliers. `sibling`: two adjacent products with almost the
 * same name. `street`: two different products of one street.
 */
export type PairSet = 'same' | 'sibling' | 'street'

export interface LabelledPair {
  readonly set: PairSet
  readonly match: 0 | 1
  readonly a: PairEnd
  readonly b: PairEnd
}

function endOf({ source, sourceId, name }: GeneratedRecord): PairEnd {
  return [source, sourceId, name]
}

/**
 * Yields labelled pairs of records of different suppliers, block by block. Yields every pair of records of one product,
 * and pairs of two products that are similar or adjacent. Stores nothing in memory.
 */
export function* labelledPairs(feeds: GeneratedFeeds): Generator<LabelledPair> {
  const { productCount } = feeds.truth
  for (let start = 0; start < productCount; start += BLOCK_SIZE) {
    const end = Math.min(productCount, start + BLOCK_SIZE)
    for (let left = start; left < end; left++) {
      for (let right = left; right < end; right++) yield* pairsOf(feeds, left, right)
    }
  }
}

function relation(feeds: GeneratedFeeds, left: number, right: number): PairSet | undefined {
  if (left === right) return 'same'
  const one = feeds.truth.product(left)
  const other = feeds.truth.product(right)
  const family = one.siblingOf ?? one.index
  if (other.siblingOf === family) return 'sibling'
  const isOneStreet = one.site.street === other.site.street && one.site.city.id === other.site.city.id
  return isOneStreet && one.kind === other.kind ? 'street' : undefined
}

function* pairsOf(feeds: GeneratedFeeds, left: number, right: number): Generator<LabelledPair> {
  const set = relation(feeds, left, right)
  if (set === undefined) return
  const ones = feeds.recordsOf(left)
  const others = feeds.recordsOf(right)
  for (const [position, one] of ones.entries()) {
    // Within one product, yield each pair once. Across two products, yield all pairs.
    for (const other of set === 'same' ? others.slice(position + 1) : others) {
      if (one.source !== other.source) yield { set, match: set === 'same' ? 1 : 0, a: endOf(one), b: endOf(other) }
    }
  }
}
