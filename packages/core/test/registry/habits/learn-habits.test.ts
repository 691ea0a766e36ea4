import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coordinateError, shareOfSeveral } from '../../../src/registry/habits/learn-habits.ts'
import { openRegistry } from '../../support/open-registry.ts'

const A_MINUTE_MS = 60_000

describe('shareOfSeveral', () => {
  test('is 0 without pairs of own codes', () => {
    expect(shareOfSeveral({ records: 5_000, ownContents: [] })).toBe(0)
  })

  test('is close to the true share', () => {
    const ownContents = Array.from({ length: 2_000 }, (_, at) => 10 + (at % 8))
    expect(shareOfSeveral({ records: 5_000, ownContents })).toBeCloseTo(0.4, 1)
    expect(shareOfSeveral({ records: 2_000, ownContents })).toBeCloseTo(1, 1)
  })

  test('hardly counts pairs without evidence', () => {
    const ownContents = Array.from({ length: 2_000 }, () => -3)
    expect(shareOfSeveral({ records: 5_000, ownContents })).toBeLessThan(0.01)
  })

  test('never falls with the weight of a pair', () => {
    const contents = fc.array(fc.double({ min: -2, max: 30, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(contents, fc.nat(1_000), fc.double({ min: 0, max: 10, noNaN: true }), (ownContents, more, bits) => {
        const records = ownContents.length + more
        const stronger = ownContents.map((content) => content + bits)
        const share = shareOfSeveral({ records, ownContents })
        expect(shareOfSeveral({ records, ownContents: stronger })).toBeGreaterThanOrEqual(share - 1e-9)
      }),
    )
  })
})

describe('coordinateError', () => {
  const apart = (meters: number): number[] => Array.from({ length: 100 }, (_, at) => (meters * at) / 90)

  test('is that against the most precise other supplier', () => {
    const distances = new Map([
      ['blurred', apart(500)],
      ['precise', apart(300)],
    ])
    expect(coordinateError({ distances })).toBe(300)
  })

  test('is 0 if one other supplier is near, and without enough distances', () => {
    const near = new Map([
      ['blurred', apart(500)],
      ['precise', apart(30)],
    ])
    expect(coordinateError({ distances: near })).toBe(0)
    expect(coordinateError({ distances: new Map([['few', apart(500).slice(0, 10)]]) })).toBe(0)
    expect(coordinateError({ distances: new Map() })).toBe(0)
  })
})

/** Hotels of a register, and a wholesaler with two codes for each hotel; both codes differ in writing. */
function hotelsOf(count: number): object[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `Hotel ${['Quill', 'Zephyr', 'Brack', 'Umber', 'Vost'][at % 5]}${at}haven`
    const location = {
      coordinates: [48 + (at % 20) / 50, 2 + Math.floor(at / 20) / 50],
      city: 'Paris',
      country: 'FR',
      address: `${at + 1} rue Moulin`,
      postalCode: '75001',
    }
    const hotel = { name, category: 'hotel', location }
    return [
      { ...hotel, supplier: 'register', code: `${at}` },
      { ...hotel, supplier: 'wholesaler', code: `${at}-1` },
      { ...hotel, name: `${name} Paris`, supplier: 'wholesaler', code: `${at}-2` },
    ]
  }).flat()
}

describe('a count of words', { timeout: A_MINUTE_MS }, () => {
  test('learns which supplier has several codes for a product, and joins them', async () => {
    const { registry } = await openRegistry()
    await registry.import(hotelsOf(120), { termFrequencies: 'manual' })
    const utpidsOf = async (): Promise<number> => {
      let same = 0
      for (let at = 0; at < 120; at++) {
        const one = await registry.locate({ supplier: 'wholesaler', code: `${at}-1` })
        const other = await registry.locate({ supplier: 'wholesaler', code: `${at}-2` })
        if (one?.utpid === other?.utpid) same++
      }
      return same
    }
    await registry.rescore({ tfVersion: 'next' })
    const counted = await registry.termFrequencies()
    expect(Object.keys(counted?.suppliers ?? {})).toEqual(['wholesaler'])
    expect(counted?.suppliers?.wholesaler?.severalCodes).toBeGreaterThan(0.5)
    expect(await utpidsOf()).toBeGreaterThan(110)

    // Another registry with the same table has the same products.
    const other = await openRegistry()
    await other.registry.rescore({ tfVersion: counted as NonNullable<typeof counted> })
    await other.registry.import(hotelsOf(120), { termFrequencies: 'manual' })
    expect((await other.registry.stats()).products).toEqual((await registry.stats()).products)
  })
})
