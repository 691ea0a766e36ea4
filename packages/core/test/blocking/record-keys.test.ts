import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVERY_GROUP, probeKeys, recordKeys } from '../../src/blocking/record-keys.ts'
import { extractFeatures } from '../../src/features/extract-features.ts'
import { distanceInMeters } from '../../src/geo/distance.ts'
import { LIMITS } from '../../src/model/limits.ts'
import type { RecordContent } from '../../src/model/supplier-record.ts'
import { arbitraryContent, arbitraryOwn } from '../features/arbitrary-content.ts'

const SALT = 1

function keysOf(content: RecordContent, own: { supplier?: string; code?: string } = {}): number[] {
  return recordKeys(extractFeatures(content, own), SALT)
}
function sharesKey(a: RecordContent, b: RecordContent): boolean {
  const stored = new Set(keysOf(b))
  return probeKeys(extractFeatures(a), SALT).some(({ key }) => stored.has(key))
}

describe('keys', () => {
  test('are safe integers, distinct, ascending and within their limits, whatever a record says', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        const stored = recordKeys(features, SALT)
        expect(stored).toEqual([...new Set(stored)].toSorted((a, b) => a - b))
        expect(stored.length).toBeLessThanOrEqual(LIMITS.keysPerRecord)
        for (const groups of [undefined, EVERY_GROUP]) {
          const probe = probeKeys(features, SALT, groups)
          expect(probe.length).toBeLessThanOrEqual(LIMITS.keysPerProbe)
          expect(new Set(probe.map(({ key }) => key)).size).toBe(probe.length)
          for (const { key } of probe) expect(Number.isSafeInteger(key) && key >= 0).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('a probe asks for every key its record is stored under, so two that share one find each other', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        for (const groups of [undefined, EVERY_GROUP]) {
          const asked = new Set(probeKeys(features, SALT, groups).map(({ key }) => key))
          expect(recordKeys(features, SALT).filter((key) => !asked.has(key))).toEqual([])
        }
      }),
      { numRuns: 400 },
    )
  })

  test('two of one kind within 250 metres find each other, and the other way round', () => {
    const near = fc.record({
      latitude: fc.double({ min: -80, max: 80, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      north: fc.double({ min: -0.0022, max: 0.0022, noNaN: true }),
      east: fc.double({ min: -0.0022, max: 0.0022, noNaN: true }),
    })
    fc.assert(
      fc.property(near, ({ latitude, longitude, north, east }) => {
        const a = { name: 'Quxwelby', category: 'hotel', location: { coordinates: [latitude, longitude] } } as const
        const b = {
          name: 'Bramtosk',
          category: 'hostel',
          location: { coordinates: [latitude + north, longitude + east] },
        } as const
        fc.pre(Math.abs(longitude + east) <= 180)
        fc.pre(distanceInMeters(a.location.coordinates, b.location.coordinates) < 249.9)
        return sharesKey(a, b) && sharesKey(b, a)
      }),
    )
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

  test('a generic name still has keys in its city, and a record that says nothing has none', () => {
    expect(keysOf({ name: 'Hotel', location: { city: 'Paris' } }).length).toBe(1)
    expect(keysOf({})).toEqual([])
    expect(keysOf({ name: 'Quxwelby' })).toEqual([])
  })

  test('keys of two index versions have nothing in common', () => {
    const features = extractFeatures({ name: 'Quxwelby', phone: '0142603070', location: { ...here, city: 'Paris' } })
    const other = new Set(recordKeys(features, SALT + 1))
    expect(recordKeys(features, SALT).filter((key) => other.has(key))).toEqual([])
  })

  test('only the wide round asks for the city', () => {
    const probe = probeKeys(
      extractFeatures({ name: 'Quxwelby', phone: '0142603070', location: { ...here, city: 'Paris' } }),
      SALT,
    )
    expect(probe.filter(({ wide }) => wide).length).toBe(1)
    expect(probe.filter(({ own }) => own).length).toBe(
      recordKeys(extractFeatures({ name: 'Quxwelby', phone: '0142603070', location: { ...here, city: 'Paris' } }), SALT)
        .length,
    )
  })
})
