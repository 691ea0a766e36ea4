import { loadGazetteer } from '@utpid/gazetteer'
import { describe, expect, test } from 'vitest'
import { independentSuppliers } from '../../src/golden-record/independent-suppliers.ts'
import { nameFlaw } from '../../src/golden-record/name-flaw.ts'
import { isPlausiblePhone } from '../../src/golden-record/plausible-phone.ts'
import { verificationChecks } from '../../src/golden-record/verification-checks.ts'
import type { SupplierRecord } from '../../src/model/supplier-record.ts'
import type { GoldenRecord } from '../../src/storage/rows.ts'

const gazetteer = loadGazetteer()

const SHOWN: GoldenRecord = {
  name: 'Hotel Quaystone Harbour',
  category: 'hotel',
  city: 'Lyon',
  country: 'FR',
  coordinates: [45.75772, 4.85512],
  phone: '+33 4 72 33 44 55',
}

function record(supplier: string, change: Partial<SupplierRecord> = {}): SupplierRecord {
  return {
    supplier,
    code: `${supplier}-1`,
    name: `Quaystone of ${supplier}`,
    location: { coordinates: [45.75772, 4.85512] },
    ...change,
  }
}

const RECORDS = [record('bedbank'), record('open-map')]

/** Returns the ids of the failing checks. */
function failing(
  change: Partial<GoldenRecord> = {},
  records: readonly SupplierRecord[] = RECORDS,
  duplicates = 0,
): string[] {
  const checks = verificationChecks({ goldenRecord: { ...SHOWN, ...change }, records, duplicates }, gazetteer)
  return checks.filter(({ passed }) => !passed).map(({ id }) => id)
}

function without(...fields: (keyof GoldenRecord)[]): GoldenRecord {
  return Object.fromEntries(Object.entries(SHOWN).filter(([field]) => !fields.includes(field as never))) as never
}

describe('verificationChecks', () => {
  test('are always the same six in the same order, each with its finding', () => {
    const ids = [
      'has_coordinates',
      'country_matches_coordinates',
      'two_independent_suppliers',
      'no_open_alert',
      'contact_valid',
      'name_not_placeholder',
    ]
    const bare = { goldenRecord: { name: 'Hotel', category: 'other' }, records: [], duplicates: 2 }
    for (const product of [{ goldenRecord: SHOWN, records: RECORDS, duplicates: 0 }, bare]) {
      for (const known of [gazetteer, undefined]) {
        const checks = verificationChecks(product, known)
        expect(checks.map(({ id }) => id)).toEqual(ids)
        for (const { detail } of checks) expect(detail).toMatch(/^[\p{Lu}"+\p{N}].*\.$/u)
      }
    }
    expect(failing()).toEqual([])
    expect(verificationChecks(bare, gazetteer).some(({ passed }) => passed)).toBe(false)
  })

  test('coordinates of a whole city, or with too few digits, are not those of the product', () => {
    expect(failing({ coordinates: [45.8, 4.9] })).toEqual(['has_coordinates'])
    const noted = record('a', { location: { coordinates: [45.75772, 4.85512], precisionMeters: 3_000 } })
    expect(failing({}, [noted, record('b', { location: {} })])).toEqual(['has_coordinates'])
    expect(failing({}, [noted, record('b')])).toEqual([])
  })

  test('the country is that of the nearest city, or of a city near the border', () => {
    expect(failing({ country: 'DE' })).toEqual(['country_matches_coordinates'])
    // Kehl, across the bridge from Strasbourg.
    expect(failing({ coordinates: [48.57291, 7.81522], country: 'DE' })).toEqual([])
    expect(failing({ coordinates: [48.57291, 7.81522], country: 'FR' })).toEqual([])
    expect(failing({ coordinates: [48.57291, 7.81522], country: 'CH' })).toEqual(['country_matches_coordinates'])
    // The middle of the South Pacific.
    expect(failing({ coordinates: [-48.87667, -123.39333] })).toEqual(['country_matches_coordinates'])
  })

  test('the country is not confirmed without coordinates, country or gazetteer', () => {
    for (const field of ['coordinates', 'country'] as const) {
      const checks = verificationChecks({ goldenRecord: without(field), records: RECORDS, duplicates: 0 }, gazetteer)
      expect(checks.find(({ id }) => id === 'country_matches_coordinates')?.passed).toBe(false)
    }
    const checks = verificationChecks({ goldenRecord: SHOWN, records: RECORDS, duplicates: 0 }, undefined)
    expect(checks.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual(['country_matches_coordinates'])
  })

  test('fails with an open alert', () => {
    expect(failing({}, RECORDS, 1)).toEqual(['no_open_alert'])
  })

  test('one contact of valid form is enough', () => {
    expect(failing({ phone: '123' })).toEqual(['contact_valid'])
    expect(failing({ phone: '123', email: 'desk@quaystone.example' })).toEqual([])
    expect(failing({ phone: '123', website: 'quaystone.example' })).toEqual([])
    expect(failing({ phone: '123', email: 'desk', website: 'www' })).toEqual(['contact_valid'])
    const bare = verificationChecks({ goldenRecord: without('phone'), records: RECORDS, duplicates: 0 }, gazetteer)
    expect(bare.filter(({ passed }) => !passed).map(({ id }) => id)).toEqual(['contact_valid'])
  })
})

describe('independentSuppliers', () => {
  test.each<[what: string, records: readonly SupplierRecord[]]>([
    ['nobody', []],
    ['one supplier with two codes', [record('a'), record('a', { code: 'x', name: 'Other' })]],
    ['two editions of one register', [record('register-2021'), record('register-2022', { name: 'Other' })]],
    ['the feeds of one house by country', [record('booking.fr'), record('booking.de', { name: 'Other' })]],
    ['a house and its second feed', [record('bedbank'), record('bedbank-2', { name: 'Other' })]],
    ['the same to the letter', [record('bedbank', { name: 'Q' }), record('open-map', { name: 'Q' })]],
    [
      'one that names the other’s code',
      [record('bedbank'), record('open-map', { identifiers: [{ scheme: 'bedbank', value: 'bedbank-1' }] })],
    ],
  ])('there are none: %s', (_, records) => {
    expect(independentSuppliers(records)).toBeUndefined()
    expect(independentSuppliers(records.toReversed())).toBeUndefined()
  })

  test('a third independent record makes two sources', () => {
    const copies = [record('bedbank', { name: 'Q' }), record('aggregator', { name: 'Q' })]
    expect(independentSuppliers([...copies, record('open-map')])).toEqual(['aggregator', 'open-map'])
    expect(independentSuppliers([record('paris-osm'), record('paris-tourism')])).toEqual(['paris-osm', 'paris-tourism'])
  })

  test('one different letter, metre or digit makes a separate source', () => {
    const base = { name: 'Q', phone: '+33 4 72 33 44 55' }
    for (const change of [
      { name: 'Q.' },
      { phone: '+33 4 72 33 44 56' },
      { location: { coordinates: [45.75773, 4.85512] } },
    ] as const) {
      expect(
        independentSuppliers([record('a', base), record('b', { ...base, ...change })]),
        JSON.stringify(change),
      ).toBeDefined()
    }
  })
})

describe('isPlausiblePhone', () => {
  test.each([
    ['+33 4 72 33 44 55', undefined],
    ['0033472334455', undefined],
    ['+33 (0)4 72 33 44 55', undefined],
    ['+33 04 72 33 44 55', undefined],
    ['04 72 33 44 55', 'FR'],
    ['33 4 72 33 44 55', 'FR'],
    ['(212) 555-0123', 'US'],
    ['1-212-555-0123', 'US'],
    ['+65 6123 4567', undefined],
    ['6123 4567', 'SG'],
    ['+44 20 7946 0123 ext. 12', undefined],
    ['+376 812 345', undefined],
    ['812345', 'AD'],
    ['+33 4 72 33 44 55 / +33 4 72 33 44 56', undefined],
  ])('%s (%s) may be one', (phone, country) => {
    expect(isPlausiblePhone(phone, country)).toBe(true)
  })

  test.each([
    ['+33 4 72 33 44', undefined],
    ['+33 4 72 33 44 55 66', undefined],
    ['04 72 33 44', 'FR'],
    ['+65 6123 456', undefined],
    ['555-0123', 'US'],
    ['00000000', 'SG'],
    ['11111111', undefined],
    ['12345', 'AD'],
    ['+376 812', undefined],
    ['+999 1234 5678 9012 345', undefined],
    ['call us', 'FR'],
    ['', 'FR'],
  ])('%s (%s) is none', (phone, country) => {
    expect(isPlausiblePhone(phone, country)).toBe(false)
  })
})

describe('nameFlaw', () => {
  test.each([
    'Test',
    'TEST HOTEL 2',
    'Hotel',
    'The Hotel',
    'Apartments & Spa',
    'n/a',
    'tbd',
    'TBC',
    'xxx',
    'aaaa',
    '4711',
    '12 34',
    'Property',
    'Hotel Dummy (do not book)',
    'Résidence de test',
    'ホテル',
    '酒店',
    'Unnamed Apartment',
    '!!!',
    'a',
  ])('%s names nothing', (name) => {
    expect(nameFlaw(name)).toMatch(/\.$/)
  })

  test.each([
    'Hotel 81',
    'Ritz',
    'Hotel Paris',
    'New Hotel',
    'Testaccio Rooms',
    'Hôtel de la Cité',
    '21c Museum Hotel',
    'Le 1837',
    '東横イン',
    'Nan',
    'Nan Airport',
    'Hotel Nan',
  ])('%s names something', (name) => {
    expect(nameFlaw(name)).toBeUndefined()
  })
})
