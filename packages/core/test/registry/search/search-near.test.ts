import type { Coordinates, Registry, SearchOptions } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { beforeAll, describe, expect, test } from 'vitest'
import { distanceInMeters } from '../../../src/geo/distance.ts'
import { foundCodes } from '../../support/found-codes.ts'
import { openRegistry } from '../../support/open-registry.ts'

/** A degree of latitude is 111,195 m. */
const north = (meters: number): number => meters / 111_195

const PLACES: Readonly<Record<string, readonly [name: string, Coordinates | undefined]>> = {
  here: ['Oriel', [10, 20]],
  far: ['Oriel Tower', [10 + north(1_100), 20]],
  close: ['Larch', [10 - north(400), 20]],
  closer: ['Rondel Oriel', [10 + north(300), 20]],
  nowhere: ['Oriel Pavane', undefined],
  east: ['Date Inn', [0, 179.999]],
  west: ['Line Inn', [0, -179.998]],
  pole: ['Penguin Lodge', [-89.999, 10]],
  beyond: ['Seal Lodge', [-89.998, -170]],
}

describe('search near a point', () => {
  let registry: Registry
  const find = (text: string, options?: SearchOptions): Promise<string[]> => foundCodes(registry, text, options)

  beforeAll(async () => {
    registry = (await openRegistry({ gazetteer: loadGazetteer() })).registry
    await registry.import(
      Object.entries(PLACES).map(([code, [name, coordinates]]) => ({
        supplier: 'alpha',
        code,
        name,
        category: 'hotel',
        location: { address: `${code} road`, ...(coordinates === undefined ? {} : { coordinates }) },
      })),
    )
  })

  test('finds products within the radius, nearest first, with their distance', async () => {
    const near = { coordinates: [10, 20] as const, radiusMeters: 1_200 }
    const { products, total } = await registry.search('', { near })
    expect(products.map(({ records }) => records[0]?.record.code)).toEqual(['here', 'closer', 'close', 'far'])
    expect(products.map(({ distanceMeters }) => distanceMeters)).toEqual([0, 300, 400, 1_100])
    expect(total).toBe(4)
    for (const { location, distanceMeters } of products) {
      const meters = distanceInMeters(near.coordinates, location.coordinates as Coordinates)
      expect(Math.abs(meters - (distanceMeters as number))).toBeLessThan(1)
    }
    expect((await registry.search('oriel')).products[0]).not.toHaveProperty('distanceMeters')
  })

  test('uses 1,000 m by default', async () => {
    expect(await find('', { near: { coordinates: [10, 20] } })).toEqual(['here', 'closer', 'close'])
  })

  test('sorts by distance for any text, and products without a word come last', async () => {
    const near = { coordinates: [10 + north(1_100), 20] as const, radiusMeters: 5_000 }
    expect(await find('oriel', { near })).toEqual(['far', 'closer', 'here'])
    expect(await find('rondel oriel', { near })).toEqual(['closer', 'far', 'here'])
  })

  test('goes across the 180th meridian and over a pole', async () => {
    expect(await find('', { near: { coordinates: [0, -179.9999] } })).toEqual(['east', 'west'])
    expect(await find('', { near: { coordinates: [0, 180] } })).toEqual(['east', 'west'])
    expect(await find('', { near: { coordinates: [-90, 0] } })).toEqual(['pole', 'beyond'])
    expect(await find('', { near: { coordinates: [-89.999, -170], radiusMeters: 300 } })).toEqual(['beyond', 'pole'])
  })

  test('narrows with other filters, and pages by cursor', async () => {
    const near = { coordinates: [10, 20] as const, radiusMeters: 50_000 }
    expect(await find('', { near, type: 'tour' })).toEqual([])
    const codes: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 9; pages++) {
      const page = await registry.search('', { near, limit: 1, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.total).toBe(4)
      codes.push(...page.products.map(({ records }) => records[0]?.record.code ?? ''))
      cursor = page.next
      if (cursor === undefined) break
    }
    expect(codes).toEqual(['here', 'closer', 'close', 'far'])
  })

  test('finds a product at its current point', async () => {
    const { registry: own } = await openRegistry()
    const record = { supplier: 'a', code: '1', name: 'Oriel', location: { coordinates: [10, 20] } }
    await own.upsert(record)
    await own.upsert({ ...record, location: { coordinates: [40, 20] } })
    expect((await own.search('', { near: { coordinates: [10, 20] } })).total).toBe(0)
    expect((await own.search('', { near: { coordinates: [40, 20] } })).total).toBe(1)
  })

  test.each([
    [{ coordinates: [91, 0] }, 'latitude'],
    [{ coordinates: [0, 181] }, 'longitude'],
    [{ coordinates: [Number.NaN, 0] }, 'latitude'],
    [{ coordinates: ['1', '2'] }, 'latitude'],
    [{ coordinates: [1] }, 'latitude'],
    [{ coordinates: [1, 2, 3] }, 'latitude'],
    [{}, 'coordinates'],
    [null, 'coordinates'],
    ['10,20', 'coordinates'],
    [{ coordinates: [1, 2], radiusMeters: 0 }, '1 to 50000'],
    [{ coordinates: [1, 2], radiusMeters: 50_001 }, '1 to 50000'],
    [{ coordinates: [1, 2], radiusMeters: Number.NaN }, '1 to 50000'],
    [{ coordinates: [1, 2], radiusMeters: '5' }, '1 to 50000'],
  ])('rejects %o with advice', async (near, reason) => {
    await expect(registry.search('', { near: near as never })).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining(reason),
    })
  })
})
