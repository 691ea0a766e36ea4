import { LIMITS, type ProductId, type Storage } from '@utpid/core'
import type { EarthPoint } from '@utpid/core/scoring'
import type { SearchPosition, SearchQuery, TermCondition } from '@utpid/core/storage'
import { defined } from '@utpid/core/storage'
import { describe, expect, it } from 'vitest'
import { expectError } from '../support/expect-error.ts'
import { sampleProduct, sampleStay, together, write } from '../support/sample-rows.ts'
import type { StorageBench } from '../support/storage-bench.ts'

const PRODUCTS: readonly [ProductId, number, string[], EarthPoint?][] = [
  [1, 0, ['n:ritz', 'n:paris', 'p:paris', 'w:ritz paris'], [60_000_000, 50, 0]],
  [2, 5, ['n:ritz', 'p:london'], [60_000_000, 3, 4]],
  [3, 5, ['n:ritz', 'n:madrid', 'p:madrid', 's:alpha'], [60_000_000, -5, 0]],
  [4, 15, ['n:palace', 'p:paris', 's:alpha']],
  [5, 9, ['n:palace', 'n:ritz', 'p:paris', 's:alpha', 's:beta'], [60_000_000, 0, 0]],
]

/** Parses a short notation: `a|b` is a group of alternatives; `?a` is an optional group. */
function condition(text: string, atLeast?: number): TermCondition {
  const groups = text.split(' ').map((group) => {
    const optional = group.startsWith('?')
    const any = group.slice(optional ? 1 : 0).split('|')
    return optional ? { any, optional } : { any }
  })
  return atLeast === undefined ? { groups } : { groups, minShouldMatch: atLeast }
}

async function opened(bench: StorageBench): Promise<Storage> {
  const storage = await bench.open()
  await write(
    storage,
    together(
      ...PRODUCTS.map(([id, rank, terms, point]) =>
        sampleStay(id, id, { product: { rank, terms: terms.sort(), ...defined({ point }) } }),
      ),
    ),
  )
  return storage
}

async function found(storage: Storage, query: Partial<SearchQuery>): Promise<ProductId[]> {
  const whole = { tiers: [{ groups: [] }], filters: [], offset: 0, limit: 100, ...query }
  const answer = await storage.index.search(whole)
  const isWhole = answer.next === undefined && whole.offset === 0 && whole.after === undefined
  if (answer.exact && isWhole) expect(answer.total).toBe(answer.productIds.length)
  return [...answer.productIds]
}

/** Returns every page of a query. Each page starts where the previous page ends. */
async function pageThrough(storage: Storage, query: Partial<SearchQuery>, limit: number): Promise<ProductId[][]> {
  const pages: ProductId[][] = []
  const whole = { tiers: [{ groups: [] }], filters: [], ...query, offset: 0, limit }
  for (let after: SearchPosition | undefined; ; ) {
    const answer = await storage.index.search(after === undefined ? whole : { ...whole, after })
    pages.push([...answer.productIds])
    after = answer.next
    if (after === undefined || pages.length > 1_000) return pages
  }
}

/** Tests that a search finds the products that satisfy its conditions, by tier, rank and id, with their total. */
export function testSearch(bench: StorageBench): void {
  describe('searching', () => {
    it.each<[string, TermCondition, ProductId[]]>([
      ['one term, by rank and then by id', condition('n:ritz'), [5, 2, 3, 1]],
      ['all of several groups', condition('n:ritz p:paris'), [5, 1]],
      ['any term of a group', condition('n:ritz p:london|p:madrid'), [2, 3]],
      ['a product once if it has several alternatives', condition('s:alpha|s:beta|n:palace'), [4, 5, 3]],
      ['a term only under its own tag', condition('n:paris'), [1]],
      ['nothing for an unknown term', condition('n:nowhere'), []],
      ['nothing when one group is unknown', condition('n:ritz n:nowhere'), []],
      ['optional groups, all of them by default', condition('?n:ritz ?p:paris'), [5, 1]],
      ['optional groups, at least a minimum', condition('?n:ritz ?n:palace ?s:alpha', 2), [4, 5, 3]],
      ['optional groups, all but one of many', condition('?n:ritz ?n:palace ?s:alpha ?p:paris ?s:beta', 4), [5]],
      ['optional beside required groups', condition('p:paris ?n:ritz ?s:beta', 1), [5, 1]],
      ['optional groups that are not required', condition('p:paris ?n:nowhere', 0), [4, 5, 1]],
      ['nothing when the minimum exceeds the number of optional groups', condition('p:paris ?n:ritz', 2), []],
      ['every product for a condition without groups', { groups: [] }, [4, 5, 2, 3, 1]],
    ])('finds %s', async (_, tier, expected) => {
      expect(await found(await opened(bench), { tiers: [tier] })).toEqual(expected)
    })

    it('uses a term unchanged, with any characters', async () => {
      const storage = await opened(bench)
      expect(await found(storage, { tiers: [{ groups: [{ any: ['w:ritz paris'] }] }] })).toEqual([1])
    })

    it('sorts by tier, each product in the first tier that it satisfies', async () => {
      const storage = await opened(bench)
      const [paris, ritz] = [condition('p:paris'), condition('n:ritz')]
      expect(await found(storage, { tiers: [ritz, paris] })).toEqual([5, 2, 3, 1, 4])
      expect(await found(storage, { tiers: [condition('n:paris'), paris, ritz] })).toEqual([1, 4, 5, 2, 3])
      expect(await found(storage, { tiers: [condition('n:nowhere'), ritz, ritz] })).toEqual([5, 2, 3, 1])
    })

    it('removes filtered products from every tier', async () => {
      const storage = await opened(bench)
      const tiers = [condition('n:palace'), { groups: [] }]
      expect(await found(storage, { tiers, filters: condition('s:alpha').groups })).toEqual([4, 5, 3])
      expect(await found(storage, { tiers, filters: condition('s:alpha p:paris|p:madrid n:ritz').groups })).toEqual([
        5, 3,
      ])
      expect(await found(storage, { tiers, filters: condition('n:nowhere').groups })).toEqual([])
    })

    it('finds products in a circle including its edge, nearest first and ties by id', async () => {
      const storage = await opened(bench)
      // Every product except 4 has a point. Products 2 and 3 have the same distance.
      const near = { center: [60_000_000, 0, 0], squaredRadius: 2_500 } as const
      expect(await found(storage, { near })).toEqual([5, 2, 3, 1])
      expect(await found(storage, { near: { ...near, squaredRadius: 2_499 } })).toEqual([5, 2, 3])
      expect(await found(storage, { near: { ...near, squaredRadius: 0 } })).toEqual([5])
      expect(await found(storage, { near, tiers: [condition('n:madrid|p:london'), condition('n:ritz')] })).toEqual([
        2, 3, 5, 1,
      ])
      expect(await found(storage, { near, filters: condition('p:paris').groups })).toEqual([5, 1])
      expect(await found(storage, { near: { center: [0, 60_000_000, 0], squaredRadius: 2_500 } })).toEqual([])
    })

    it('finds a product at its current point', async () => {
      const storage = await opened(bench)
      const near = { center: [60_000_000, 0, 0], squaredRadius: 2_500 } as const
      await write(storage, {
        products: [
          sampleProduct(5, { revision: 2, rank: 9, terms: ['n:ritz'] }),
          sampleProduct(4, { revision: 2, terms: ['n:palace'], point: [60_000_000, 1, 0] }),
        ],
      })
      expect(await found(storage, { near })).toEqual([4, 2, 3, 1])
    })

    it('pages by offset and limit with the complete total, and only counts with limit 0', async () => {
      const storage = await opened(bench)
      const page = (offset: number, limit: number): ReturnType<Storage['index']['search']> =>
        storage.index.search({ tiers: [condition('n:ritz'), condition('n:palace')], filters: [], offset, limit })
      expect((await page(0, 2)).productIds).toEqual([5, 2])
      expect((await page(1, 2)).productIds).toEqual([2, 3])
      expect((await page(3, 2)).productIds).toEqual([1, 4])
      expect((await page(5, 2)).productIds).toEqual([])
      const counted = await page(0, 0)
      expect(counted.productIds).toEqual([])
      if (storage.capabilities.exactTotals) expect(counted).toMatchObject({ total: 5, exact: true })
    })

    it('returns the start of the next page, and nothing when no product follows', async () => {
      const storage = await opened(bench)
      const query = { tiers: [condition('n:ritz'), condition('n:palace')], filters: [], offset: 0 }
      expect((await storage.index.search({ ...query, limit: 2 })).next).toEqual({ tier: 0, key: 5, id: 2 })
      expect((await storage.index.search({ ...query, limit: 4 })).next).toEqual({ tier: 0, key: 0, id: 1 })
      expect(await storage.index.search({ ...query, limit: 5 })).not.toHaveProperty('next')
      expect(await storage.index.search({ ...query, limit: 0 })).not.toHaveProperty('next')
      expect(await storage.index.search({ ...query, offset: 5, limit: 5 })).not.toHaveProperty('next')
      const near = { center: [60_000_000, 0, 0], squaredRadius: 2_500 } as const
      const second = await storage.index.search({ ...query, tiers: [{ groups: [] }], near, limit: 2 })
      expect(second.next).toEqual({ tier: 0, key: 25, id: 2 })
    })

    it('continues after a position, with or without a product there, and returns the same counts', async () => {
      const storage = await opened(bench)
      const tiers = [condition('n:ritz'), condition('n:palace')]
      const foundAfter = (tier: number, key: number, id: number): Promise<ProductId[]> =>
        found(storage, { tiers, after: { tier, key, id } })
      expect(await foundAfter(0, 9, 5)).toEqual([2, 3, 1, 4])
      expect(await foundAfter(0, 5, 2)).toEqual([3, 1, 4])
      expect(await foundAfter(0, 7, 1)).toEqual([2, 3, 1, 4])
      expect(await foundAfter(0, 0, 2)).toEqual([4])
      expect(await foundAfter(1, 15, 4)).toEqual([])
      const answer = await storage.index.search({
        tiers,
        filters: [],
        after: { tier: 0, key: 5, id: 2 },
        offset: 1,
        limit: 1,
      })
      expect(answer.productIds).toEqual([1])
      if (storage.capabilities.exactTotals) expect(answer.total).toBe(5)
    })

    it('counts terms in all results, whatever the page is', async () => {
      const storage = await opened(bench)
      const counted = ['p:paris', 's:alpha', 'n:nowhere', 'p:london', 'n:palace']
      const counts = async (query: Partial<SearchQuery>): Promise<readonly number[] | undefined> => {
        const whole = { tiers: [condition('n:ritz')], filters: [], offset: 0, limit: 1, counted, ...query }
        const answer = await storage.index.search(whole)
        if (storage.capabilities.exactTotals) expect(answer.counts?.exact).toBe(true)
        return answer.counts?.products
      }
      const ritz = [2, 2, 0, 1, 1]
      expect(await counts({})).toEqual(ritz)
      expect(await counts({ offset: 2 })).toEqual(ritz)
      expect(await counts({ limit: 0 })).toEqual(ritz)
      expect(await counts({ after: { tier: 0, key: 5, id: 2 } })).toEqual(ritz)
      expect(await counts({ tiers: [condition('n:ritz p:paris'), condition('n:ritz')] })).toEqual(ritz)
      expect(await counts({ tiers: [condition('n:ritz p:paris'), condition('n:palace')] })).toEqual([3, 2, 0, 0, 2])
      expect(await counts({ filters: condition('s:alpha').groups })).toEqual([1, 2, 0, 0, 1])
      expect(await counts({ near: { center: [60_000_000, 0, 0], squaredRadius: 25 } })).toEqual([1, 2, 0, 1, 1])
      expect(await counts({ tiers: [condition('n:nowhere')] })).toEqual([0, 0, 0, 0, 0])
      expect(await counts({ tiers: [{ groups: [] }] })).toEqual([3, 3, 0, 1, 2])
      expect(await counts({ counted: [] })).toEqual([])
      await write(storage, { products: [sampleProduct(2, { revision: 2, terms: ['n:ritz', 'p:paris'] })] })
      expect(await counts({})).toEqual([3, 2, 0, 0, 1])
      expect(await counts({ counted: ['p:madrid', 'p:paris'] })).toEqual([1, 3])
      await write(storage, { removedProducts: [3] })
      expect(await counts({})).toEqual([3, 1, 0, 0, 1])
      expect(
        await storage.index.search({ tiers: [{ groups: [] }], filters: [], offset: 0, limit: 1 }),
      ).not.toHaveProperty('counts')
    })

    it('follows a product through new terms, another rank and deactivation', async () => {
      const storage = await opened(bench)
      await write(storage, { products: [sampleProduct(2, { revision: 2, rank: 14, terms: ['n:grand', 'n:ritz'] })] })
      expect(await found(storage, { tiers: [condition('n:ritz')] })).toEqual([2, 5, 3, 1])
      expect(await found(storage, { tiers: [condition('p:london')] })).toEqual([])
      expect(await found(storage, { tiers: [condition('n:grand')] })).toEqual([2])
      await write(storage, { removedProducts: [2, 5] })
      expect(await found(storage, { tiers: [condition('n:ritz')] })).toEqual([3, 1])
      expect(await found(storage, {})).toEqual([4, 3, 1])
    })

    it('keeps the order over more products than a page, by offset and by position', async () => {
      const storage = await bench.open()
      const ids = Array.from({ length: 700 }, (_, at) => (at * 7_919) % 10_007)
      const rankOf = (id: number): number => id % 16
      const metersOf = (id: number): number => id % 50
      await write(
        storage,
        together(
          ...ids.map((id) =>
            sampleStay(id, id, {
              product: { rank: rankOf(id), terms: ['n:inn'], point: [60_000_000, metersOf(id) * 10, 0] },
            }),
          ),
        ),
      )
      const expected = [...ids].sort((a, b) => rankOf(b) - rankOf(a) || a - b)
      const tiers = [condition('n:inn')]
      const pages: ProductId[] = []
      for (let offset = 0; offset < ids.length; offset += LIMITS.searchPageSize) {
        pages.push(...(await found(storage, { tiers, offset, limit: LIMITS.searchPageSize })))
      }
      expect(pages).toEqual(expected)
      expect((await pageThrough(storage, { tiers }, 70)).flat()).toEqual(expected)
      const near = { center: [60_000_000, 0, 0], squaredRadius: 49 ** 2 * 100 } as const
      const byDistance = [...ids].sort((a, b) => metersOf(a) - metersOf(b) || a - b)
      const nearPages = await pageThrough(storage, { tiers, near }, 70)
      expect(nearPages.flat()).toEqual(byDistance)
      expect(nearPages).toHaveLength(10)
    })

    it('rejects a page that is too large or negative, a group without terms, and no or too many tiers', async () => {
      const { index } = await bench.open()
      const query = { tiers: [condition('n:ritz')], filters: [], offset: 0, limit: 10 }
      for (const wrong of [
        { limit: LIMITS.searchPageSize + 1 },
        { limit: -1 },
        { offset: -1 },
        { tiers: [] },
        { tiers: Array.from({ length: LIMITS.tiersPerSearch + 1 }, () => condition('n:ritz')) },
        { tiers: [{ groups: [{ any: [] }] }] },
        { filters: [{ any: [] }] },
        { near: { center: [0, 0, 0] as const, squaredRadius: -1 } },
        { counted: Array.from({ length: LIMITS.countedTermsPerSearch + 1 }, () => 'n:ritz') },
      ]) {
        await expectError('validation_failed', () => index.search({ ...query, ...wrong }))
      }
    })
  })
}
