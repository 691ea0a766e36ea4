import type { Registry, SearchFacet } from '@utpid/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openRegistry } from './support/open-registry.ts'

const RECORDS: readonly [supplier: string, name: string, category: string, country: string | undefined][] = [
  ['alpha', 'Oriel', 'hotel', 'AT'],
  ['alpha', 'Oriel Larch', 'guesthouse', 'AT'],
  ['alpha', 'Oriel Tower', 'hotel', 'FR'],
  ['beta', 'Oriel Pavane', 'sky_lounge', 'DE'],
  ['beta', 'Oriel Quartz', 'hotel', undefined],
  ['beta', 'Rondel', 'hotel', 'FR'],
]

describe('what a search is counted by', () => {
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

  test('are all products found, whatever the page is, the most common value first', async () => {
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
        // Shown, found and counted where no country is known.
        { value: 'ZZ', products: 1 },
      ],
    }
    const first = await registry.search('oriel', { limit: 1, facets: ['category', 'country'] })
    expect(first.facets).toEqual(facets)
    const second = await registry.search('oriel', {
      limit: 1,
      cursor: first.next as string,
      facets: ['country', 'category'],
    })
    expect(second.facets).toEqual(facets)
  })

  test('say what each value would leave as a filter', async () => {
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

  test('are counted of what a typo and a missing word bring, too', async () => {
    const { facets, total } = await registry.search('oreil unheard', { facets: ['category'] })
    expect([total, facets?.category?.[0]]).toEqual([5, { value: 'hotel', products: 3 }])
  })

  test('are nothing unless asked for, and empty where nothing is found', async () => {
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
