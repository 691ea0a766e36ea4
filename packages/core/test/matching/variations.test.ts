import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { variationsOf } from '../../src/matching/variations.ts'
import { LIMITS } from '../../src/model/limits.ts'
import type { MatchInput } from '../../src/model/supplier-record.ts'

const HOTEL: MatchInput = {
  name: 'Hotel Zephyr',
  category: 'hotel',
  location: { city: 'Paris', country: 'FR', coordinates: [48.85, 2.35], precisionMeters: 10 },
}

const codesOf = (input: MatchInput): string[] =>
  variationsOf(input).flatMap(({ repairs }) => repairs.map(({ code }) => code))

describe('variations of an input', () => {
  test('swapped coordinates, with either sign, and omitted with their precision', () => {
    const varied = variationsOf(HOTEL)
    expect(varied.map(({ input }) => input.location?.coordinates)).toEqual([
      [2.35, 48.85],
      [-48.85, 2.35],
      [48.85, -2.35],
      [-48.85, -2.35],
      [-2.35, -48.85],
      undefined,
    ])
    expect(varied.at(-1)).toMatchObject({
      removesEvidence: true,
      input: { location: { city: 'Paris', country: 'FR' } },
    })
    expect(varied.at(-1)?.input.location).not.toHaveProperty('precisionMeters')
    expect(varied.slice(0, -1).every(({ removesEvidence }) => !removesEvidence)).toBe(true)
  })

  test('no latitude beyond 90 degrees, and no variation without a change', () => {
    expect(codesOf({ ...HOTEL, location: { coordinates: [-33.8, 151.2] } })).toEqual([
      'coordinates_sign_flipped',
      'coordinates_sign_flipped',
      'coordinates_sign_flipped',
      'coordinates_removed',
    ])
    const onEquator = variationsOf({ ...HOTEL, location: { coordinates: [0, 9.4] } })
    expect(onEquator.map(({ input }) => input.location?.coordinates)).not.toContainEqual([0, 9.4])
  })

  test('the name at the start of an address, and what it replaced', () => {
    const location = { address: 'Hotel Sol, Calle Mayor 3, Madrid' }
    const [only] = variationsOf({ name: 'Calle Mayor 3', location })
    expect(only).toMatchObject({
      input: { name: 'Hotel Sol', location: { address: 'Calle Mayor 3, Madrid' } },
      repairs: [{ field: 'name', code: 'name_from_address', before: 'Calle Mayor 3', after: 'Hotel Sol' }],
    })
    const [swapped] = variationsOf({ name: 'Calle Mayor 3', location: { address: 'Hotel Sol' } })
    expect(swapped?.input).toEqual({ name: 'Hotel Sol', location: { address: 'Calle Mayor 3' } })
  })

  test.each(['Spago', 'Villa Mimosa', 'Lovely two rooms', 'Vespa tour by night', 'Hotel 1900', undefined])(
    '%s is no street, and may occur at the start of an address',
    (name) => {
      const location = { address: 'Hotel Sol, Calle Mayor 3, Madrid' }
      expect(variationsOf({ ...(name === undefined ? {} : { name }), location })).toEqual([])
    },
  )

  test('a country that was derived from the coordinates is removed with them', () => {
    const derived = { field: 'location.country', code: 'country_derived', message: 'Derived.' } as const
    const other = { field: 'name', code: 'entity_decoded', message: 'Decoded.' } as const
    const [swapped] = variationsOf(HOTEL, [derived, other])
    expect(swapped?.input.location).toEqual({ city: 'Paris', coordinates: [2.35, 48.85], precisionMeters: 10 })
    expect(swapped?.repairs.map(({ code }) => code)).toEqual(['coordinates_swapped', 'entity_decoded'])
  })

  test('no more repairs than the list allows; the last one counts the others', () => {
    const many = Array.from({ length: LIMITS.repairsPerRecord }, (_, at) => ({
      field: `extra.${at}`,
      code: at === LIMITS.repairsPerRecord - 1 ? ('further_repairs' as const) : ('unknown_field' as const),
      message: 'Kept.',
    }))
    const [first] = variationsOf(HOTEL, many)
    expect(first?.repairs).toHaveLength(LIMITS.repairsPerRecord)
    expect([first?.repairs[0]?.code, first?.repairs.at(-1)?.code]).toEqual(['coordinates_swapped', 'further_repairs'])
  })

  test.each([
    ['a number', '12 Rue de la Pavane, Paris'],
    ['the same door', 'Calle Mayor 3, Madrid'],
    ['a sentence', 'In the old town behind the church of the saint and near the market, Paris'],
  ])('an address that starts with %s names nothing else', (_, address) => {
    expect(variationsOf({ name: 'Calle Mayor 3', location: { address } })).toEqual([])
  })

  test('a postcode without its leading zero, if no country gives its length', () => {
    expect(variationsOf({ name: 'Hotel Zephyr', location: { postalCode: '8001' } })).toMatchObject([
      { input: { location: { postalCode: '08001' } }, repairs: [{ code: 'postcode_zero_restored' }] },
    ])
    for (const location of [{ postalCode: '8001', country: 'CH' }, { postalCode: '08001' }, { postalCode: 'W1 4AB' }]) {
      expect(variationsOf({ name: 'Hotel Zephyr', location })).toEqual([])
    }
  })

  test('each variation differs from the input in the field of its repair, and reports it', () => {
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
        for (const { input: varied, repairs } of variationsOf(asked)) {
          expect(varied).not.toEqual(asked)
          expect(repairs).toHaveLength(1)
          expect(repairs[0]?.message).toMatch(/^[A-Z].+\.$/)
          const [latitude = 0, longitude = 0] = varied.location?.coordinates ?? []
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        }
      }),
    )
  })
})
