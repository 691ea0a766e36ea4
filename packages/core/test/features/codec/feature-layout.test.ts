import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'

describe('feature layout', () => {
  test('any written record is read unchanged', () => {
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, (content, own) => {
        const features = extractFeatures(content, own)
        expect(decodeFeatures(encodeFeatures(features))).toStrictEqual(features)
      }),
      runs(800),
    )
  })

  test.each([
    ['a name of ten thousand characters', 'x'.repeat(10_000)],
    ['ten thousand words', 'word '.repeat(10_000)],
    ['characters outside the basic plane, cut in the middle', `a${'𠮷'.repeat(100)}`],
    ['half a surrogate pair', 'Hotel \ud83d Ritz'],
    ['words of an object', 'constructor __proto__ toString'],
    ['nothing but marks', '\u0301\u0308\u20e3'],
  ])('%s', (_what, text) => {
    const features = extractFeatures(
      {
        name: text,
        brand: text,
        operator: text,
        licence: text,
        location: { city: text, address: text, postalCode: text },
        identifiers: [{ scheme: text, value: text }],
        transfer: { from: { name: text, code: text }, vehicle: text },
      },
      { supplier: text, code: text },
    )
    const bytes = encodeFeatures(features)
    expect(decodeFeatures(bytes)).toStrictEqual(features)
    expect(bytes.length).toBeLessThan(8_000)
  })

  test('an encoded record contains nothing of the previous one', () => {
    const small = extractFeatures({ name: 'Ritz' })
    const alone = encodeFeatures(small)
    encodeFeatures(extractFeatures({ name: 'long '.repeat(500), brand: 'x'.repeat(60) }))
    expect(encodeFeatures(small)).toEqual(alone)
  })

  test('bytes may be anywhere in a larger buffer', () => {
    const features = extractFeatures({ name: 'Hôtel Ritz', location: { coordinates: [48.868, 2.3288] } })
    const bytes = encodeFeatures(features)
    const larger = new Uint8Array(bytes.length + 20)
    larger.set(bytes, 7)
    expect(decodeFeatures(larger.subarray(7, 7 + bytes.length))).toEqual(features)
  })

  test('rejects another layout by its number', () => {
    const bytes = encodeFeatures(extractFeatures({ name: 'Ritz' }))
    bytes[0] = 200
    expect(() => decodeFeatures(bytes)).toThrow(/layout 200, expected \d+/)
  })

  test('truncated bytes cause a TypeError at any length, like those of another layout', () => {
    const bytes = encodeFeatures(extractFeatures({ name: 'Ritz', location: { city: 'Paris', country: 'FR' } }))
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeFeatures(bytes.subarray(0, length)), `${length} bytes`).toThrow(TypeError)
    }
  })
})
