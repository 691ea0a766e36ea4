import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MatchInput } from '../../src/model/supplier-record.ts'
import { variationsOf } from '../../src/repair/variations.ts'

const HOTEL: MatchInput = {
  name: 'Hotel Zephyr',
  category: 'hotel',
  location: { city: 'Paris', country: 'FR', coordinates: [48.85, 2.35], precisionMeters: 10 },
}

const codesOf = (input: MatchInput): string[] => variationsOf(input).map(({ repair }) => repair.code)

describe('variations of an input', () => {
  test('coordinates: swapped, of either sign, and left out with their precision', () => {
    const varied = variationsOf(HOTEL)
    expect(varied.map(({ input }) => input.location?.coordinates)).toEqual([
      [2.35, 48.85],
      [-48.85, 2.35],
      [48.85, -2.35],
      [-48.85, -2.35],
      [-2.35, -48.85],
      undefined,
    ])
    expect(varied.at(-1)).toMatchObject({ lacks: true, input: { location: { city: 'Paris', country: 'FR' } } })
    expect(varied.at(-1)?.input.location).not.toHaveProperty('precisionMeters')
    expect(varied.slice(0, -1).every(({ lacks }) => !lacks)).toBe(true)
  })

  test('no latitude beyond 90 degrees, and no variation that changes nothing', () => {
    expect(codesOf({ ...HOTEL, location: { coordinates: [-33.8, 151.2] } })).toEqual([
      'coordinates_sign_flipped',
      'coordinates_sign_flipped',
      'coordinates_sign_flipped',
      'coordinates_removed',
    ])
    const onEquator = variationsOf({ ...HOTEL, location: { coordinates: [0, 9.4] } })
    expect(onEquator.map(({ input }) => input.location?.coordinates)).not.toContainEqual([0, 9.4])
  })

  test('the name that an address begins with, and what stood in its place', () => {
    const location = { address: 'Hotel Sol, Calle Mayor 3, Madrid' }
    const [only] = variationsOf({ name: 'Calle Mayor 3', location })
    expect(only).toMatchObject({
      input: { name: 'Hotel Sol', location: { address: 'Calle Mayor 3, Madrid' } },
      repair: { field: 'name', code: 'name_from_address', before: 'Calle Mayor 3', after: 'Hotel Sol' },
    })
    const [swapped] = variationsOf({ name: 'Calle Mayor 3', location: { address: 'Hotel Sol' } })
    expect(swapped?.input).toEqual({ name: 'Hotel Sol', location: { address: 'Calle Mayor 3' } })
  })

  test.each([
    ['a number', '12 Rue de la Pavane, Paris'],
    ['the name itself', 'Hotel Zephyr, 12 Rue de la Pavane'],
    ['a sentence', 'In the old town behind the church of the saint and near the market, Paris'],
  ])('an address that begins with %s names nothing else', (_, address) => {
    expect(variationsOf({ name: 'Hotel Zephyr', location: { address } })).toEqual([])
  })

  test('a postcode without its first zero, where no country says how long it is', () => {
    expect(variationsOf({ name: 'Hotel Zephyr', location: { postalCode: '8001' } })).toMatchObject([
      { input: { location: { postalCode: '08001' } }, repair: { code: 'postcode_zero_restored' } },
    ])
    for (const location of [{ postalCode: '8001', country: 'CH' }, { postalCode: '08001' }, { postalCode: 'W1 4AB' }]) {
      expect(variationsOf({ name: 'Hotel Zephyr', location })).toEqual([])
    }
  })

  test('each differs from the input in what its repair names, and says so', () => {
    const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
    const input = fc.record({
      name: fc.string({ minLength: 1, maxLength: 20 }),
      location: fc.record(
        { address: fc.string({ maxLength: 30 }), coordinates: fc.tuple(degrees(90), degrees(180)) },
        { requiredKeys: [] },
      ),
    })
    fc.assert(
      fc.property(input, (asked) => {
        for (const { input: varied, repair } of variationsOf(asked)) {
          expect(varied).not.toEqual(asked)
          expect(repair.message).toMatch(/^[A-Z].+\.$/)
          const [latitude = 0, longitude = 0] = varied.location?.coordinates ?? []
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        }
      }),
    )
  })
})
