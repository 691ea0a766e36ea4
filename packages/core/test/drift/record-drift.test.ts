import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordDrift } from '../../src/drift/record-drift.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { parseRecord } from '../../src/ingest/parse-record.ts'
import type { RecordContent, TransferDetails } from '../../src/model/supplier-record.ts'
import { DEFAULT_MODEL } from '../../src/scoring/default-model.ts'
import { PairScorer } from '../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../src/scoring/term-frequency.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'

const scorer = new PairScorer(DEFAULT_MODEL, shippedTermFrequency())
const OWN = { supplier: 'bedbank', code: 'B-1' }

const HOTEL: RecordContent = {
  name: 'Hotel Quaystone Harbour',
  category: 'hotel',
  location: {
    address: '12 Rue des Lilas',
    city: 'Lyon',
    country: 'FR',
    postalCode: '69003',
    coordinates: [45.75772, 4.85512],
  },
  phone: '+33 4 72 33 44 55',
}
const TOUR: RecordContent = {
  name: 'Lyon: Traboules Small-Group Walking Tour',
  category: 'tour',
  location: { city: 'Lyon', country: 'FR', coordinates: [45.7622, 4.8271] },
  activity: { durationMinutes: 120 },
}
const TRANSFER: RecordContent = {
  name: 'Private Transfer from Lyon Airport to Lyon City Centre',
  category: 'transfer',
  location: { city: 'Lyon', country: 'FR' },
  transfer: {
    from: { code: 'LYS', name: 'Lyon Airport' },
    to: { name: 'Lyon City Centre', coordinates: [45.76, 4.8357] },
    shared: false,
  },
}

function kindOf(before: RecordContent, after: RecordContent): string | undefined {
  return recordDrift(extractFeatures(before, OWN), extractFeatures(after, OWN), scorer)?.kind
}

/** Returns the hotel with some changed fields and a changed location. */
function hotel(change: Partial<RecordContent>, place: RecordContent['location'] = {}): RecordContent {
  return { ...HOTEL, ...change, location: { ...HOTEL.location, ...place } }
}

function ride(change: TransferDetails, name = TRANSFER.name): RecordContent {
  return { ...TRANSFER, ...(name === undefined ? {} : { name }), transfer: { ...TRANSFER.transfer, ...change } }
}

describe('usual supplier changes to an unchanged product are no drift', () => {
  test.each<[what: string, before: RecordContent, after: RecordContent]>([
    ['a longer name', hotel({ name: 'Marina Bay' }), hotel({ name: 'Marina Bay Hotel & Spa' })],
    ['a shorter name', hotel({ name: 'Grand Hotel Quaystone Harbour by the Sea' }), hotel({ name: 'Quaystone' })],
    ['a typo', HOTEL, hotel({ name: 'Hotel Quaystome Harbour' })],
    ['letters in the wrong order', hotel({ name: 'Hotel Perreux' }), hotel({ name: 'Hotel Prereux' })],
    ['capitals without accents', hotel({ name: 'Hôtel de la Cité' }), hotel({ name: 'HOTEL DE LA CITE' })],
    ['another kind of house', hotel({ name: 'Hotel Perreux' }), hotel({ name: 'Résidence Perreux' })],
    ['the kind in another language', hotel({ name: 'Perreux Hotel' }), hotel({ name: 'Perreux ホテル' })],
    ['a city added', HOTEL, hotel({ name: 'Hotel Quaystone Harbour Lyon' })],
    ['the city in place of the kind', hotel({ name: 'Ibis Lyon' }), hotel({ name: 'Ibis Hotel' })],
    ['the chain left out', hotel({ name: 'Mercure Lyon Perreux' }), hotel({ name: 'Hotel Perreux Lyon' })],
    ['only the chain left out', hotel({ name: 'Ibis Lyon' }), hotel({ name: 'Hotel Lyon' })],
    ['the chain added', HOTEL, hotel({ name: 'Hotel Quaystone Harbour by Mercure', brand: 'Mercure' })],
    ['a name in another script', HOTEL, hotel({ name: 'キーストン・ハーバー' })],
    ['the name among other names', HOTEL, hotel({ name: 'Seaview', altNames: [{ name: 'Quaystone Harbour' }] })],
    ['a pin 300 m off', HOTEL, hotel({}, { coordinates: [45.7604, 4.85512] })],
    ['a pin 700 m off at the same door', HOTEL, hotel({}, { coordinates: [45.7641, 4.85512] })],
    ['a pin in the sea, all else as it was', HOTEL, hotel({}, { coordinates: [-11.8, -55.5] })],
    [
      'a pin in the sea, of a house without address',
      hotel({}, { address: undefined, postalCode: undefined } as never),
      hotel({}, { address: undefined, postalCode: undefined, coordinates: [-11.8, -55.5] } as never),
    ],
    ['a corrected street at the same spot', HOTEL, hotel({}, { address: '3 Place du Marché' })],
    ['a mistyped postcode', HOTEL, hotel({}, { postalCode: '69030' })],
    ['a mistyped country', HOTEL, hotel({}, { country: 'FI' })],
    [
      'a mistyped country of a record that says little else',
      { name: 'Quaystone', location: { city: 'Lyon', country: 'FI' } },
      { name: 'Quaystone', location: { city: 'Lyon', country: 'FR' } },
    ],
    ['another name of the city', hotel({}, { city: 'Wien' }), hotel({}, { city: 'Vienna' })],
    ['another telephone', HOTEL, hotel({ phone: '+33 4 78 99 88 77' })],
    ['a category nearby', HOTEL, hotel({ category: 'guesthouse' })],
    ['a reworded title of a tour', TOUR, { ...TOUR, name: 'Traboules Guided Walk with Silk Workshop (2 h)' }],
    ['a longer tour', TOUR, { ...TOUR, activity: { durationMinutes: 240 } }],
    ['a reworded title of a ride', TRANSFER, { ...TRANSFER, name: 'LYS - CITY CENTRE PRIVATE SEDAN' }],
    ['an airport by its code', TRANSFER, ride({ from: { name: 'LYS' } }, 'LYS to Lyon City Centre')],
    [
      'an airport by another name and a point 5 km away',
      ride({ from: { name: 'Satolas', coordinates: [45.72, 5.08] } }),
      ride({ from: { name: 'LYS', coordinates: [45.765, 5.08] } }),
    ],
    ['an airport by another terminal', TRANSFER, ride({ from: { code: 'LYS', coordinates: [45.72, 5.08] } })],
  ])('%s', (_, before, after) => {
    expect(kindOf(before, after)).toBeUndefined()
    expect(kindOf(after, before)).toBeUndefined()
  })

  test('whatever field goes missing or comes', () => {
    const bare: RecordContent = { name: 'Hotel Quaystone Harbour' }
    for (const field of ['category', 'phone'] as const) {
      const { [field]: _, ...rest } = HOTEL
      expect(kindOf(HOTEL, rest), field).toBeUndefined()
    }
    for (const field of ['address', 'city', 'country', 'postalCode', 'coordinates'] as const) {
      const { [field]: _, ...location } = HOTEL.location ?? {}
      expect(kindOf(HOTEL, { ...HOTEL, location }), field).toBeUndefined()
    }
    expect(kindOf(HOTEL, bare)).toBeUndefined()
    expect(kindOf(bare, HOTEL)).toBeUndefined()
  })
})

describe('the drift kind of a changed record depends on name and place', () => {
  const elsewhere = { address: '40 Quai Perrache', postalCode: '69002', coordinates: [45.731, 4.818] } as const
  const otherCity = { address: '7 Promenade', city: 'Nice', postalCode: '06000', coordinates: [43.69, 7.26] } as const
  test.each<[what: string, kind: string, before: RecordContent, after: RecordContent]>([
    ['another name at the same door', 'rebrand', HOTEL, hotel({ name: 'Brambleford Palace' })],
    [
      'another chain, the rest of the name as it was',
      'rebrand',
      hotel({ name: 'Novotel Perreux' }),
      hotel({ name: 'Mercure Perreux' }),
    ],
    ['a chain that gives way to a name', 'rebrand', hotel({ name: 'Ibis Perrache' }), hotel({ name: 'Ibis Vaise' })],
    ['another number', 'rebrand', hotel({ name: 'K Hotel 31' }), hotel({ name: 'K Hotel 33' })],
    ['the same name across the city', 'move', HOTEL, hotel({}, elsewhere)],
    ['the same name in another city', 'move', HOTEL, hotel({}, otherCity)],
    ['a longer name in another city', 'move', HOTEL, hotel({ name: 'Quaystone Harbour Hotel & Spa Nice' }, otherCity)],
    ['another name across the city', 'reuse', HOTEL, hotel({ name: 'Brambleford Palace' }, elsewhere)],
    ['another name in another city', 'reuse', HOTEL, hotel({ name: 'Brambleford Palace' }, otherCity)],
    ['another tour from the same place', 'rebrand', TOUR, { ...TOUR, name: 'Beaujolais Wine Tasting' }],
    [
      'the same tour elsewhere',
      'move',
      { ...TOUR, name: 'Old Town Walking Tour' },
      { ...TOUR, name: 'Old Town Walking Tour', location: { city: 'Nice', country: 'FR', coordinates: [43.69, 7.26] } },
    ],
    ['another tour elsewhere', 'reuse', TOUR, { ...TOUR, name: 'Beaujolais Wine Tasting', location: otherCity }],
    [
      'a ride to another place',
      'reuse',
      TRANSFER,
      ride({ to: { name: 'Grenoble', coordinates: [45.188, 5.724] } }, 'Lyon Airport to Grenoble'),
    ],
    [
      'a ride from another airport',
      'reuse',
      TRANSFER,
      ride({ from: { code: 'GNB', name: 'Grenoble Airport' } }, 'Grenoble Airport to Lyon'),
    ],
    [
      'a ride the other way round',
      'reuse',
      TRANSFER,
      ride({ from: TRANSFER.transfer?.to, to: TRANSFER.transfer?.from } as never, 'Lyon City Centre to Lyon Airport'),
    ],
    ['a ride that is now shared', 'reuse', TRANSFER, ride({ shared: true })],
    [
      'a hotel that is now a tour',
      'reuse',
      { name: 'Quaystone', category: 'hotel' },
      { name: 'Quaystone', category: 'tour' },
    ],
  ])('%s: %s', (_, kind, before, after) => {
    expect(kindOf(before, after)).toBe(kind)
    expect(kindOf(after, before)).toBe(kind)
  })

  test('also without coordinates, by address, postcode and city', () => {
    const written = (place: RecordContent['location'], name = HOTEL.name): RecordContent => {
      const { coordinates: _, ...location } = { ...HOTEL.location, ...place }
      return { ...HOTEL, ...(name === undefined ? {} : { name }), location }
    }
    expect(kindOf(written({}), written({ address: '40 Quai Perrache', postalCode: '69002' }))).toBe('move')
    expect(kindOf(written({}), written({ address: '7 Promenade', city: 'Nice', postalCode: '06000' }))).toBe('move')
    expect(kindOf(written({}), written({ address: '7 Promenade', city: 'Nice', country: 'MC' }, 'Brambleford'))).toBe(
      'reuse',
    )
    expect(kindOf(written({}), written({}, 'Brambleford Palace'))).toBe('rebrand')
    expect(kindOf(written({}), written({ address: '12, rue des lilas' }))).toBeUndefined()
  })

  test('a distant point is no move if its digits are too imprecise', () => {
    expect(kindOf(HOTEL, hotel({}, { coordinates: [45.8, 4.9] }))).toBeUndefined()
    expect(kindOf(HOTEL, hotel({}, { coordinates: [45.79, 4.88], precisionMeters: 5_000 }))).toBeUndefined()
  })
})

describe('recordDrift', () => {
  test('the shared code is no evidence, nor is the supplier', () => {
    const other = hotel({ name: 'Brambleford Palace' })
    const bare = recordDrift(extractFeatures(HOTEL), extractFeatures(other), scorer)
    expect(bare).toBeDefined()
    expect(recordDrift(extractFeatures(HOTEL, OWN), extractFeatures(other, OWN), scorer)).toEqual(bare)
  })

  test('reports a likely product for a house with the same door and phone, and not for a reused code', () => {
    const drift = (after: RecordContent): number | undefined =>
      recordDrift(extractFeatures(HOTEL, OWN), extractFeatures(after, OWN), scorer)?.confidence
    expect(drift(hotel({ name: 'Brambleford Palace' }))).toBeGreaterThan(0.9)
    const reused = {
      name: 'Brambleford',
      category: 'hotel',
      location: { city: 'Nice', coordinates: [43.69, 7.26] },
    } as const
    expect(drift(reused)).toBeLessThan(0.01)
  })

  test('a version fits itself, for any content', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        expect(recordDrift(features, features, scorer)).toBeUndefined()
      }),
      runs(500),
    )
    for (const record of generateFeeds({ seed: 11, products: 200 }).records) {
      const parsed = parseRecord(toRecord({ ...record }))
      if (!('record' in parsed)) continue
      const features = extractFeatures(parsed.record, parsed.record)
      expect(recordDrift(features, features, scorer), record.name).toBeUndefined()
    }
  })

  test('is symmetric', () => {
    // The swapped word is common in one direction, and rare in the other direction.
    for (const [one, other] of [
      ['Paris Zubrowka', 'Prais Weidenhof'],
      ['Prais Zubrowka', 'Paris Weidenhof'],
      ['Palace Quaystone', 'Plaace Brambleford'],
      ['Plaace Weidenhof', 'Palace Zubrowka'],
    ] as const) {
      expect(kindOf(hotel({ name: one }), hotel({ name: other })), one).toBe(
        kindOf(hotel({ name: other }), hotel({ name: one })),
      )
    }
    fc.assert(
      fc.property(arbitraryContent, arbitraryContent, (one, other) => {
        const [a, b] = [extractFeatures(one, OWN), extractFeatures(other, OWN)]
        expect(recordDrift(b, a, scorer)).toEqual(recordDrift(a, b, scorer))
      }),
      runs(800),
    )
  })
})
