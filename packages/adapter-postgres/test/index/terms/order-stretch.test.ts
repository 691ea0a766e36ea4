import type { ProductId } from '@utpid/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isCounted,
  orderRange,
  orderTerms,
  RANK_TERMS,
  rangeGroups,
  termsBetween,
} from '../../../src/index/terms/order-range.ts'

const LAST_RANK = 15
const LAST_ID = 2 ** 50 - 1
const LAST_STRETCH = orderRange(0, LAST_ID)

const rank = fc.nat(LAST_RANK)
const id: fc.Arbitrary<ProductId> = fc.oneof(
  fc.nat(LAST_ID),
  // Ids at the borders of ranges.
  fc.tuple(fc.nat(63), fc.constantFrom(0, 1, 2 ** 44 - 1)).map(([stretch, within]) => stretch * 2 ** 44 + within),
)
const product = fc.record({ rank, id })
const stretch = fc.nat(LAST_STRETCH)

const holds = (terms: readonly number[], at: { readonly rank: number; readonly id: ProductId }): boolean =>
  orderTerms(at.rank, at.id).some((term) => terms.includes(term))

describe('ranges of the result order', () => {
  it('follow the result order: highest rank first, then the lowest id', () => {
    fc.assert(
      fc.property(product, product, (a, b) => {
        const isBefore = a.rank > b.rank || (a.rank === b.rank && a.id <= b.id)
        const [first, second] = isBefore ? [a, b] : [b, a]
        expect(orderRange(first.rank, first.id)).toBeLessThanOrEqual(orderRange(second.rank, second.id))
      }),
    )
    expect([orderRange(LAST_RANK, 0), orderRange(LAST_RANK, LAST_ID), orderRange(14, 0)]).toEqual([0, 63, 64])
    expect(LAST_STRETCH).toBe(1_023)
  })

  it('treat an id above all random ids as part of the last range of its rank', () => {
    expect(orderRange(3, Number.MAX_SAFE_INTEGER)).toBe(orderRange(3, LAST_ID))
  })
})

describe('terms of the result order', () => {
  it('are three for each product, none of which represents a word or all products', () => {
    fc.assert(
      fc.property(product, ({ rank, id }) => {
        const terms = orderTerms(rank, id)
        expect(new Set(terms).size).toBe(3)
        expect(Math.max(...terms)).toBeLessThan(-1)
        expect(terms.filter(isCounted)).toEqual([RANK_TERMS[rank]])
      }),
    )
  })

  it('represent one range of the order each', () => {
    const everywhere = Array.from({ length: LAST_STRETCH + 1 }, (_, at) =>
      orderTerms(LAST_RANK - Math.floor(at / 64), (at % 64) * 2 ** 44),
    )
    expect(new Set(everywhere.map(([whole]) => whole)).size).toBe(16)
    expect(new Set(everywhere.map(([, longer]) => longer)).size).toBe(16 * 8)
    expect(new Set(everywhere.flat()).size).toBe(16 + 16 * 8 + 1_024)
  })

  it('between two ranges cover exactly the products between them', () => {
    fc.assert(
      fc.property(stretch, stretch, product, (a, b, at) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)]
        const place = orderRange(at.rank, at.id)
        expect(holds(termsBetween(first, last), at)).toBe(place >= first && place <= last)
      }),
    )
  })

  it.each([
    ['the whole order: its ranks', 0, 1_023, 16],
    ['one rank', 64, 127, 1],
    ['one stretch', 70, 70, 1],
    ['a longer stretch', 72, 79, 1],
    ['from within a rank: stretches, longer ones, ranks', 71, 191, 1 + 7 + 1],
    ['to within a rank', 64, 64 + 64 + 8, 1 + 1 + 1],
    ['nothing', 5, 4, 0],
  ])('are as few as possible for %s', (_, first, last, count) => {
    expect(termsBetween(first, last)).toHaveLength(count)
  })
})

describe('groups of ranges', () => {
  /** Product counts by rank, from the highest rank down. */
  const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(1_000_000)), { minLength: 16, maxLength: 16 })
  const heldBy =
    (ranks: readonly number[]) =>
    (term: number): number =>
      ranks[LAST_RANK - RANK_TERMS.indexOf(term)] as number

  it('cover each product from a position on exactly once, and no earlier product', () => {
    fc.assert(
      fc.property(counts, fc.nat(100_000), stretch, product, (ranks, wanted, start, at) => {
        // A rank without products may be omitted.
        if (ranks[LAST_RANK - at.rank] === 0) return
        const groups = rangeGroups(heldBy(ranks), wanted, start)
        const holding = groups.filter((group) => holds(group, at))
        expect(holding).toHaveLength(orderRange(at.rank, at.id) >= start ? 1 : 0)
      }),
    )
  })

  it('have at least the requested number of products, then four times as many as all before', () => {
    const held = heldBy(Array.from({ length: 16 }, () => 6_400))
    const sizes = rangeGroups(held, 1_000).map((group) =>
      group.reduce((sum, term) => sum + 100 * (isCounted(term) ? 64 : term > -32 - 1_024 ? 1 : 8), 0),
    )
    expect(sizes).toEqual([1_000, 4_000, 20_000, 77_400])
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(16 * 6_400)
  })

  it('are empty without products', () => {
    expect(rangeGroups(() => 0, 10)).toEqual([])
  })
})
