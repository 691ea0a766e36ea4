import type { Registry } from '@utpid/core'
import type { SearchFacet } from '@utpid/core/operations'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRegistry } from '../../support/open-registry.ts'

const RECORDS: readonly [supplier: string, name: string, category: string, country: string | undefined][] = [
  ['alpha', 'Oriel', 'hotel', 'AT'],
  ['alpha', 'Oriel Larch', 'guesthouse', 'AT'],
  ['alpha', 'Oriel Tower', 'hotel', 'FR'],
  ['beta', 'Oriel Pavane', 'sky_lounge', 'DE'],
  ['beta', 'Oriel Quartz', 'hotel', undefined],
  ['beta', 'Rondel', 'hotel', 'FR'],
]

describe('facets of a search', () => {
  let registry: Registry
  beforeAll(async () => {
    registry = (await openRegistry()).registry
    await registry.import(
      RECORDS.map(([supplier, name, category, country], at) => ({
        supplier,
        code: `${at}`,
        name,
        category,
        location: { city: `Town ${at}`, ...(country === undefined ? {} : { country }) },
      })),
    )
  })

  test('count all products found, whatever the page is, the most common value first', async () => {
    const facets = {
      exact: true,
      category: [
        { value: 'hotel', products: 3 },
        { value: 'guesthouse', products: 1 },
        { value: 'sky_lounge', products: 1 },
      ],
      country: [
        { value: 'AT', products: 2 },
        { value: 'DE', products: 1 },
        { value: 'FR', products: 1 },
        // An unknown country is displayed, found and counted as `ZZ`.
        { value: 'ZZ', products: 1 },
      ],
    }
    expect((await registry.search('oriel', { facets: ['category', 'country'] })).facets).toEqual(facets)
    const first = await registry.search('oriel', { limit: 1, facets: ['category', 'country'] })
    // If a filter leaves less than a page, the search uses more words.
    const least = { ...facets, exact: false }
    expect(first.facets).toEqual(least)
    const second = await registry.search('oriel', {
      limit: 1,
      cursor: first.next as string,
      facets: ['country', 'category'],
    })
    expect(second.facets).toEqual(least)
  })

  test('count the results of each value as a filter', async () => {
    const { facets } = await registry.search('oriel', { type: 'hotel', facets: ['country'] })
    expect(facets).toEqual({
      exact: true,
      country: [
        { value: 'AT', products: 1 },
        { value: 'FR', products: 1 },
        { value: 'ZZ', products: 1 },
      ],
    })
    for (const { value, products } of facets?.country ?? []) {
      expect((await registry.search('oriel', { type: 'hotel', country: value })).total).toBe(products)
    }
  })

  test('count the results of each value as a filter while exact, and never more', async () => {
    const { registry: mixed } = await openRegistry()
    const names = ['Hotel', 'Hotel', 'Hotel', 'Hotels', 'Hostel', 'Motel', 'Hotel Larch']
    await mixed.import(
      names.map((name, at) => ({
        supplier: 'alpha',
        code: `${at}`,
        name: `${name} ${at}`,
        category: ['hotel', 'hostel', 'motel'][at % 3],
        location: { city: `Town ${at}`, country: 'AT' },
      })),
    )
    const seen = new Set<boolean>()
    for (const text of ['hotel', 'hotel larch', '', 'motel', 'larch hostel']) {
      for (const limit of [1, 2, 4, 20]) {
        const narrowed = text === '' ? { country: 'AT' } : {}
        const { facets } = await mixed.search(text, { ...narrowed, limit, facets: ['category'] })
        seen.add(facets?.exact as boolean)
        for (const type of ['hotel', 'hostel', 'motel', 'tour']) {
          const counted = facets?.category?.find(({ value }) => value === type)?.products ?? 0
          const { total } = await mixed.search(text, { ...narrowed, limit, type })
          if (facets?.exact) expect(counted, `${text} ${limit} ${type}`).toBe(total)
          else expect(counted, `${text} ${limit} ${type}`).toBeLessThanOrEqual(total)
        }
      }
    }
    expect(seen).toEqual(new Set([true, false]))
  })

  test('include the results of typos and missing words', async () => {
    const { facets, total } = await registry.search('oreil unheard', { facets: ['category'] })
    expect([total, facets?.category?.[0]]).toEqual([5, { value: 'hotel', products: 3 }])
  })

  test('are absent unless requested, and empty without results', async () => {
    expect(await registry.search('oriel')).not.toHaveProperty('facets')
    expect(await registry.search('oriel', { facets: [] })).not.toHaveProperty('facets')
    const nothing = { exact: true, country: [] }
    expect((await registry.search('nowhere', { facets: ['country'] })).facets).toEqual(nothing)
    expect((await registry.search('?', { facets: ['country'] })).facets).toEqual(nothing)
  })

  test.each([['city'], [['city']], [['category', 7]], [null], [{}]])('are refused as %j', async (facets) => {
    await expect(registry.search('oriel', { facets: facets as unknown as SearchFacet[] })).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })
})
