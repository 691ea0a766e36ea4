import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsPerKey } from '../../src/blocking/keys/key-value.ts'
import { ALL_GROUPS, type KeyRules, lookupKeys, queryKeys, recordKeys } from '../../src/blocking/record-keys.ts'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import { distanceInMeters } from '../../src/geo/distance.ts'
import { CATEGORIES } from '../../src/model/category.ts'
import { LIMITS } from '../../src/model/limits.ts'
import type { Coordinates } from '../../src/model/place.ts'
import type { RecordContent } from '../../src/model/supplier-record.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'

const RULES: KeyRules = { salt: 1, blockingRules: [] }

function keysOf(content: RecordContent, own: { supplier?: string; code?: string } = {}): number[] {
  return recordKeys(extractFeatures(content, own), RULES)
}
function sharesKey(a: RecordContent, b: RecordContent): boolean {
  const stored = new Set(keysOf(b))
  return lookupKeys(extractFeatures(a), RULES).some(({ key }) => stored.has(key))
}

describe('keys', () => {
  test('are safe integers, distinct, ascending and within their limits, for any record', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        const stored = recordKeys(features, RULES)
        expect(stored).toEqual([...new Set(stored)].toSorted((a, b) => a - b))
        expect(stored.length).toBeLessThanOrEqual(LIMITS.keysPerRecord)
        for (const groups of [undefined, ALL_GROUPS]) {
          const lookup = lookupKeys(features, RULES, groups)
          expect(lookup.length).toBeLessThanOrEqual(LIMITS.keysPerLookup)
          expect(new Set(lookup.map(({ key }) => key)).size).toBe(lookup.length)
          for (const { key } of lookup) expect(Number.isSafeInteger(key) && key >= 0).toBe(true)
        }
      }),
      runs(400),
    )
  })

  test('a key lookup has every key of its record, so two records with a shared key find each other', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        for (const groups of [undefined, ALL_GROUPS]) {
          const asked = new Set(lookupKeys(features, RULES, groups).map(({ key }) => key))
          expect(recordKeys(features, RULES).filter((key) => !asked.has(key))).toEqual([])
        }
      }),
      runs(400),
    )
  })

  /** Two points in inhabited latitudes, at most `meters` metres apart. */
  const twoPoints = (meters: number): fc.Arbitrary<readonly [Coordinates, Coordinates]> => {
    const degrees = fc.double({ min: -meters / 111_195, max: meters / 111_195, noNaN: true })
    return fc
      .tuple(
        fc.double({ min: -80, max: 80, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        degrees,
        degrees,
      )
      .map(([latitude, longitude, north, east]): readonly [Coordinates, Coordinates] => [
        [latitude, longitude],
        [latitude + north, longitude + east],
      ])
      .filter(([a, b]) => Math.abs(b[1]) <= 180 && distanceInMeters(a, b) < meters * 0.999)
  }
  const at = (coordinates: Coordinates, name: string, category: string): RecordContent => ({
    name,
    category,
    location: { coordinates },
  })

  test('two records of one kind within 50 metres find each other, whatever their names', () => {
    fc.assert(
      fc.property(twoPoints(50), ([here, there]) => {
        const [a, b] = [at(here, 'Quxwelby', 'hotel'), at(there, 'Bramtosk', 'hostel')]
        return sharesKey(a, b) && sharesKey(b, a)
      }),
    )
  })

  test('two records within 250 metres with a shared rare word find each other, whatever their kind', () => {
    fc.assert(
      fc.property(twoPoints(250), ([here, there]) => {
        const [a, b] = [at(here, 'Quxwelby Garden', 'hotel'), at(there, 'The Old Quxwelby', 'tour')]
        return sharesKey(a, b) && sharesKey(b, a)
      }),
    )
  })

  test('two records within 250 metres with two shared common words and no rare word find each other', () => {
    const common = fc.subarray(['opera', 'lyon', 'gare', 'beach', 'grand', 'nord'], { minLength: 2, maxLength: 3 })
    fc.assert(
      fc.property(
        twoPoints(250),
        common,
        fc.shuffledSubarray(['Hotel', 'The', '& Spa']),
        ([here, there], words, more) => {
          const a = at(here, words.join(' '), 'hotel')
          const b = at(there, [...more, ...words.toReversed()].join(' '), 'apartment')
          return sharesKey(a, b) && sharesKey(b, a)
        },
      ),
    )
  })

  test('two airports within 10 kilometres find each other, whatever their names', () => {
    fc.assert(
      fc.property(twoPoints(10_000), ([here, there]) => {
        const [a, b] = [at(here, 'Quxwelby', 'airport'), at(there, 'Bramtosk Intl', 'airport')]
        return sharesKey(a, b) && sharesKey(b, a)
      }),
    )
  })

  test('a query without a category finds records of every kind at its place', () => {
    for (const { slug } of CATEGORIES) {
      const stored = new Set(keysOf(at([48.85661, 2.35221], 'Quxwelby', slug)))
      const question = extractFeatures({ name: 'Bramtosk', location: { coordinates: [48.8567, 2.3523] } })
      expect(
        queryKeys(question, RULES).some(({ key }) => stored.has(key)),
        slug,
      ).toBe(true)
    }
  })

  test('only a place without a name and a name without a city are weak keys', () => {
    const content: RecordContent = {
      name: 'Quxwelby',
      category: 'hotel',
      phone: '0142603070',
      location: { ...here, city: 'Paris', country: 'FR', address: '12 rue Xam', postalCode: '75002' },
    }
    const loose = keysOf(content).filter((key) => recordsPerKey(key) === LIMITS.recordsPerWeakKey)
    expect(loose).toHaveLength(2)
    expect(keysOf(content).length - loose.length).toBe(5)
    const { coordinates: _coordinates, ...placeless } = content.location ?? {}
    const withoutPlace = keysOf({ ...content, location: placeless })
    expect(loose.filter((key) => withoutPlace.includes(key))).toHaveLength(1)
    const { country: _country, ...stateless } = content.location ?? {}
    const withoutCountry = keysOf({ ...content, location: stateless })
    expect(loose.filter((key) => withoutCountry.includes(key))).toHaveLength(1)
  })

  const here = { coordinates: [48.85661, 2.35221] } as const
  const far = { coordinates: [48.9, 2.5] } as const

  test.each<[string, RecordContent, RecordContent]>([
    [
      'the same spot and kind',
      { name: 'A1', category: 'hotel', location: here },
      { name: 'B2', category: 'motel', location: here },
    ],
    [
      'the same spot and a rare word, whatever the kind',
      { name: 'Quxwelby', category: 'hotel', location: here },
      { name: 'Tour Quxwelby', category: 'tour', location: here },
    ],
    [
      'a phone, written in two ways',
      { name: 'A1', phone: '+33 1 42 60 30 70' },
      { name: 'B2', phone: '01 42 60 30 70' },
    ],
    [
      'a web host',
      { name: 'A1', website: 'quxwelby.example/a' },
      { name: 'B2', website: 'http://www.quxwelby.example' },
    ],
    [
      'postcode and house number',
      { name: 'A1', location: { postalCode: '75002', address: '12 rue X' } },
      { name: 'B2', location: { postalCode: '75002', address: 'Rue X 12' } },
    ],
    ['a licence', { name: 'A1', licence: 'L-12' }, { name: 'B2', licence: 'l12' }],
    [
      'an identifier',
      { identifiers: [{ scheme: 'giata', value: '7' }] },
      { name: 'B2', identifiers: [{ scheme: 'GIATA', value: '7' }] },
    ],
    [
      'a city and a rare word',
      { name: 'Hotel Quxwelby', location: { city: 'Paris' } },
      { name: 'The Quxwelby', location: { city: 'PARIS 08', ...far } },
    ],
    [
      'a city and the rarest word of two',
      { name: 'Quxwelby Zentrafol', location: { city: 'Paris' } },
      { name: 'Zentrafol', location: { city: 'Paris' } },
    ],
    [
      'street and house number in a city, the postcode missing',
      { name: 'A1', location: { city: 'Paris', address: '12 rue Quxwel' } },
      { name: 'B2', location: { city: 'PARIS', postalCode: '75002', address: 'Rue Quxwel, 12' } },
    ],
    [
      'the same name in a country, with two names of the city',
      { name: 'Hotel Quxwelby Zentrafol', location: { city: 'Lisboa', country: 'PT' } },
      { name: 'Zentrafol Quxwelby', location: { city: 'Lisbon', country: 'PT' } },
    ],
    [
      'two common words in a city',
      { name: 'Hotel Opera Lyon', location: { city: 'Paris' } },
      { name: 'Lyon Opera Grand', location: { city: 'Paris' } },
    ],
    [
      'both ends of a transfer, one by its code',
      { name: 'A1', category: 'transfer', transfer: { from: { code: 'CDG', name: 'Roissy' }, to: { name: 'Quxwel' } } },
      { name: 'B2', category: 'transfer', transfer: { from: { code: 'cdg' }, to: { name: 'Quxwel' } } },
    ],
    [
      'an other name',
      { name: 'A1', altNames: [{ name: 'Quxwelby' }], location: here },
      { name: 'Quxwelby', category: 'tour', location: here },
    ],
  ])('%s is enough to be compared', (_what, a, b) => {
    expect(sharesKey(a, b)).toBe(true)
    expect(sharesKey(b, a)).toBe(true)
  })

  test.each<[string, RecordContent, RecordContent]>([
    ['the same words elsewhere', { name: 'Quxwelby', location: here }, { name: 'Quxwelby', location: far }],
    [
      'the same spot, another kind and other words',
      { name: 'Quxwelby', category: 'hotel', location: here },
      { name: 'Bramtosk', category: 'tour', location: here },
    ],
    [
      'a host that thousands share',
      { name: 'A1', website: 'facebook.com/a' },
      { name: 'B2', website: 'facebook.com/b' },
    ],
    [
      'one common word, with others beside it',
      { name: 'Hotel Opera Lyon', location: { city: 'Paris' } },
      { name: 'Hotel Opera Nord', location: { city: 'Paris' } },
    ],
    [
      'a title word, with others beside it',
      { name: 'Cosy Studio Beach', location: { city: 'Paris' } },
      { name: 'Cosy Loft Cathedral', location: { city: 'Paris' } },
    ],
    [
      'the same kind two hundred metres off',
      { name: 'Quxwelby', category: 'hotel', location: here },
      { name: 'Bramtosk', category: 'hotel', location: { coordinates: [48.85831, 2.35221] } },
    ],
    [
      'another kind within 10 km of an airport',
      { name: 'Quxwelby', category: 'airport', location: here },
      { name: 'Bramtosk', category: 'hotel', location: here },
    ],
    [
      'the return journey of a transfer',
      { name: 'A1', category: 'transfer', transfer: { from: { code: 'CDG' }, to: { code: 'ORY' } } },
      { name: 'B2', category: 'transfer', transfer: { from: { code: 'ORY' }, to: { code: 'CDG' } } },
    ],
    [
      'the same name in two countries',
      { name: 'Quxwelby', location: { city: 'Lisboa', country: 'PT' } },
      { name: 'Quxwelby', location: { city: 'Lisbon', country: 'US' } },
    ],
    [
      'a postcode alone',
      { name: 'A1', location: { postalCode: '75002' } },
      { name: 'B2', location: { postalCode: '75002' } },
    ],
    [
      'a city alone',
      { name: 'Quxwelby', location: { city: 'Paris' } },
      { name: 'Bramtosk', location: { city: 'Paris' } },
    ],
    [
      'the same identifier of another scheme',
      { identifiers: [{ scheme: 'giata', value: '7' }] },
      { identifiers: [{ scheme: 'siret', value: '7' }] },
    ],
  ])('%s is not', (_what, a, b) => {
    expect(sharesKey(a, b)).toBe(false)
  })

  test('a generic name still has keys in its city, and an empty record has none', () => {
    expect(keysOf({ name: 'Hotel', location: { city: 'Paris' } }).length).toBe(1)
    expect(keysOf({})).toEqual([])
    expect(keysOf({ name: 'Quxwelby' })).toEqual([])
  })

  test('keys of two index versions are never equal', () => {
    const features = extractFeatures({ name: 'Quxwelby', phone: '0142603070', location: { ...here, city: 'Paris' } })
    const other = new Set(recordKeys(features, { ...RULES, salt: 2 }))
    expect(recordKeys(features, RULES).filter((key) => other.has(key))).toEqual([])
  })

  test('only the wide round uses the keys of city and country', () => {
    const features = extractFeatures({
      name: 'Quxwelby',
      phone: '0142603070',
      location: { ...here, city: 'Paris', country: 'FR' },
    })
    const lookup = lookupKeys(features, RULES)
    expect(lookup.filter(({ wide }) => wide).length).toBe(2)
    expect(lookup.filter(({ own }) => own).length).toBe(recordKeys(features, RULES).length)
  })
})
