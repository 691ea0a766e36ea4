import { describe, expect, test } from 'vitest'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { NameWord } from '../../../src/features/record-features.ts'
import { LIMITS } from '../../../src/model/limits.ts'
import type { RecordContent } from '../../../src/model/supplier-record.ts'

function words(content: RecordContent): readonly NameWord[] {
  return extractFeatures(content).names[0]?.words ?? []
}

describe('features', () => {
  test('missing values are absent', () => {
    expect(extractFeatures({})).toEqual({
      profile: 'generic',
      group: 'other',
      category: 0,
      names: [],
      precisionMeters: 1,
      identifiers: [],
    })
  })

  test('words have their kind, and flags for the brand and the city', () => {
    const described = words({ name: 'Hôtel Ibis Paris Quxwelby 12', location: { city: 'Paris 8e' } }).map(
      ({ text, kind, ofBrand, ofCity, strict }) =>
        [text, kind, ofBrand && 'brand', ofCity && 'city', strict && 'strict'].filter(Boolean).join(' '),
    )
    expect(described).toEqual([
      'hotel generic',
      'ibis common brand',
      expect.stringMatching(/^paris \w+ city$/),
      'quxwelby rare',
      '12 number strict',
    ])
  })

  test('generic words of two languages have one hash, other words their own', () => {
    const [hotel] = words({ name: 'Hotel' })
    expect(words({ name: 'ホテル' })[0]?.hash).toBe(hotel?.hash)
    expect(words({ name: 'Quxwelby' })[0]?.hash).not.toBe(hotel?.hash)
  })

  test('a number is the same in any notation', () => {
    for (const name of ['K 2', 'K 02', 'K II', 'K two', 'K deux', 'K zwei']) {
      expect(words({ name })[1]?.hash, name).toBe(words({ name: 'K 2' })[1]?.hash)
    }
  })

  test('equal names count once, and at most seven names are stored', () => {
    const altNames = ['RITZ', 'ritz!', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'].map((name) => ({ name }))
    expect(extractFeatures({ name: 'Ritz', altNames }).names.length).toBe(7)
    expect(extractFeatures({ name: 'Ritz', altNames: altNames.slice(0, 2) }).names.length).toBe(1)
  })

  test('a long name keeps its first words', () => {
    expect(words({ name: 'word '.repeat(100) }).length).toBe(LIMITS.wordsPerName)
  })

  test('coordinates are rounded as stored, -0 is 0, and their digits give the precision', () => {
    const at = (latitude: number, longitude: number): unknown => {
      const { coordinates, precisionMeters } = extractFeatures({ location: { coordinates: [latitude, longitude] } })
      return [coordinates, precisionMeters]
    }
    expect(at(48.123456789, 2.987654321)).toEqual([[48.1234568, 2.9876543], 1])
    expect(at(-1e-9, -0)).toEqual([[0, 0], 65_535])
    expect(at(48.85, 2.35)).toEqual([[48.85, 2.35], 780])
    const blurred = extractFeatures({ location: { coordinates: [48.8566, 2.3522], precisionMeters: 3_000 } })
    expect(blurred.precisionMeters).toBe(3_000)
  })

  test('the brand in the brand field has precedence over one in the name', () => {
    expect(extractFeatures({ name: 'Ibis Lyon', brand: 'Novotel' }).brand).toBe('novotel')
    expect(extractFeatures({ name: 'Ibis Lyon' }).brand).toBe('ibis')
    expect(extractFeatures({ name: 'Chez Nous', altNames: [{ name: 'Ibis Lyon' }] }).brand).toBe('ibis')
  })

  test("the supplier's own code is an identifier to which other records may refer", () => {
    const own = extractFeatures({ name: 'Ritz' }, { supplier: 'osm', code: 'N-12' })
    const other = extractFeatures({ name: 'Ritz', identifiers: [{ scheme: 'OSM', value: 'n-12' }] })
    expect(own.identifiers).toEqual(other.identifiers)
    const another = extractFeatures({ name: 'Ritz' }, { supplier: 'osm', code: 'N1-2' })
    expect(own.identifiers).not.toEqual(another.identifiers)
  })
})
