import { LIMITS, type ProductId, type SearchQuery, type Storage, type TermCondition } from '@utpid/core'
import { describe, expect, it } from 'vitest'
import { expectError } from './expect-error.ts'
import { sampleProduct, sampleStay, together, write } from './sample-rows.ts'
import type { StorageBench } from './storage-bench.ts'

const PRODUCTS: readonly [ProductId, number, string[]][] = [
  [1, 0, ['n:ritz', 'n:paris', 'p:paris', 'w:ritz paris']],
  [2, 5, ['n:ritz', 'p:london']],
  [3, 5, ['n:ritz', 'n:madrid', 'p:madrid', 's:alpha']],
  [4, 15, ['n:palace', 'p:paris', 's:alpha']],
  [5, 9, ['n:palace', 'n:ritz', 'p:paris', 's:alpha', 's:beta']],
]

/** A condition written short: `a|b` is a group of alternatives, `?a` an optional one. */
function condition(text: string, atLeast?: number): TermCondition {
  const groups = text.split(' ').map((group) => {
    const optional = group.startsWith('?')
    const any = group.slice(optional ? 1 : 0).split('|')
    return optional ? { any, optional } : { any }
  })
  return atLeast === undefined ? { groups } : { groups, atLeast }
}

async function opened(bench: StorageBench): Promise<Storage> {
  const storage = await bench.open()
  await write(
    storage,
    together(...PRODUCTS.map(([id, rank, terms]) => sampleStay(id, id, { product: { rank, terms: terms.sort() } }))),
  )
  return storage
}

async function found(storage: Storage, query: Partial<SearchQuery>): Promise<ProductId[]> {
  const whole = { match: { groups: [] }, except: [], offset: 0, limit: 100, ...query }
  const answer = await storage.index.search(whole)
  if (answer.exact && whole.offset === 0 && whole.limit === 100) expect(answer.total).toBe(answer.productIds.length)
  return [...answer.productIds]
}

/** Products that satisfy conditions, by rank and id, with their total. */
export function testSearch(bench: StorageBench): void {
  describe('searching', () => {
    it.each<[string, TermCondition, ProductId[]]>([
      ['one term, by rank and then by id', condition('n:ritz'), [5, 2, 3, 1]],
      ['all of several groups', condition('n:ritz p:paris'), [5, 1]],
      ['any term of a group', condition('n:ritz p:london|p:madrid'), [2, 3]],
      ['a product once that holds several alternatives', condition('s:alpha|s:beta|n:palace'), [4, 5, 3]],
      ['a term only under its own tag', condition('n:paris'), [1]],
      ['nothing for an unknown term', condition('n:nowhere'), []],
      ['nothing when one group is unknown', condition('n:ritz n:nowhere'), []],
      ['optional groups, all of them when not said', condition('?n:ritz ?p:paris'), [5, 1]],
      ['optional groups, at least so many', condition('?n:ritz ?n:palace ?s:alpha', 2), [4, 5, 3]],
      ['optional beside required groups', condition('p:paris ?n:ritz ?s:beta', 1), [5, 1]],
      ['optional groups that need not hold', condition('p:paris ?n:nowhere', 0), [4, 5, 1]],
      ['nothing when more is asked than there are optional groups', condition('p:paris ?n:ritz', 2), []],
      ['every product for a condition without groups', { groups: [] }, [4, 5, 2, 3, 1]],
    ])('finds %s', async (_, match, expected) => {
      expect(await found(await opened(bench), { match })).toEqual(expected)
    })

    it('takes a term as it is, with whatever is in it', async () => {
      const storage = await opened(bench)
      expect(await found(storage, { match: { groups: [{ any: ['w:ritz paris'] }] } })).toEqual([1])
    })

    it('leaves out what an earlier tier found', async () => {
      const storage = await opened(bench)
      const match = condition('n:ritz')
      expect(await found(storage, { match, except: [condition('p:paris')] })).toEqual([2, 3])
      expect(
        await found(storage, { match, except: [condition('p:paris s:beta'), condition('n:madrid|n:nowhere')] }),
      ).toEqual([2, 1])
      expect(await found(storage, { match, except: [condition('?p:paris ?s:alpha', 1)] })).toEqual([2])
      expect(await found(storage, { match, except: [match] })).toEqual([])
    })

    it('pages by offset and limit with the whole total, and only counts with limit 0', async () => {
      const storage = await opened(bench)
      const page = (offset: number, limit: number): ReturnType<Storage['index']['search']> =>
        storage.index.search({ match: condition('n:ritz'), except: [], offset, limit })
      expect((await page(0, 2)).productIds).toEqual([5, 2])
      expect((await page(1, 2)).productIds).toEqual([2, 3])
      expect((await page(3, 2)).productIds).toEqual([1])
      expect((await page(4, 2)).productIds).toEqual([])
      const counted = await page(0, 0)
      expect(counted.productIds).toEqual([])
      if (storage.capabilities.exactTotals) expect(counted).toMatchObject({ total: 4, exact: true })
    })

    it('follows a product through new terms, another rank and its end', async () => {
      const storage = await opened(bench)
      await write(storage, { products: [sampleProduct(2, { revision: 2, rank: 14, terms: ['n:grand', 'n:ritz'] })] })
      expect(await found(storage, { match: condition('n:ritz') })).toEqual([2, 5, 3, 1])
      expect(await found(storage, { match: condition('p:london') })).toEqual([])
      expect(await found(storage, { match: condition('n:grand') })).toEqual([2])
      await write(storage, { endedProducts: [2, 5] })
      expect(await found(storage, { match: condition('n:ritz') })).toEqual([3, 1])
      expect(await found(storage, { match: { groups: [] } })).toEqual([4, 3, 1])
    })

    it('keeps the order over more products than a page', async () => {
      const storage = await bench.open()
      const ids = Array.from({ length: 300 }, (_, at) => (at * 7_919) % 10_007)
      const rankOf = (id: number): number => id % 16
      await write(
        storage,
        together(...ids.map((id) => sampleStay(id, id, { product: { rank: rankOf(id), terms: ['n:inn'] } }))),
      )
      const expected = [...ids].sort((a, b) => rankOf(b) - rankOf(a) || a - b)
      const pages: ProductId[] = []
      for (let offset = 0; offset < 300; offset += LIMITS.searchPageSize) {
        const query = { match: condition('n:inn'), except: [], offset, limit: LIMITS.searchPageSize }
        pages.push(...(await storage.index.search(query)).productIds)
      }
      expect(pages).toEqual(expected)
    })

    it('refuses a page that is too large or before the first, and a group without terms', async () => {
      const { index } = await bench.open()
      const query = { match: condition('n:ritz'), except: [], offset: 0, limit: 10 }
      await expectError('validation_failed', () => index.search({ ...query, limit: LIMITS.searchPageSize + 1 }))
      await expectError('validation_failed', () => index.search({ ...query, limit: -1 }))
      await expectError('validation_failed', () => index.search({ ...query, offset: -1 }))
      await expectError('validation_failed', () => index.search({ ...query, match: { groups: [{ any: [] }] } }))
      await expectError('validation_failed', () => index.search({ ...query, except: [{ groups: [{ any: [] }] }] }))
    })
  })
}
