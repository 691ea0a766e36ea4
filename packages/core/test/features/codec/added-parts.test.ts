import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areCopies } from '../../../src/blocking/copy-keys.ts'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { FeatureValue, RecordFeatures } from '../../../src/features/record-features.ts'
import { CURRENT_RULES } from '../../../src/features/rules/index-version.ts'
import { arbitraryAdded } from '../../support/arbitrary-added.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'
import { FIXED_FEATURES } from './fixed-features.ts'

const RITZ = extractFeatures({ name: 'Hôtel Ritz' }, { supplier: 'alpha', code: '1' })

function withAdded(added: Readonly<Record<string, unknown>>, features: RecordFeatures = RITZ): RecordFeatures {
  return { ...features, added: added as Readonly<Record<string, FeatureValue>> }
}

function hex(features: RecordFeatures): string {
  return Buffer.from(encodeFeatures(features)).toString('hex')
}

function byName(added: RecordFeatures['added'] = {}): [string, FeatureValue][] {
  return Object.entries(added).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns all values that a view reads of a record. */
function viewed(view: FeatureView): unknown {
  const { coordinates, names } = view
  const all: unknown[] = [view.profile, view.group, view.category, view.supplier, coordinates && [...coordinates]]
  all.push(view.precisionMeters, view.phone, view.operator, view.licence, view.stars, view.rooms, view.durationMinutes)
  all.push(view.hasBrand && view.brandLength, view.hasPostcode && view.postcodeLength)
  all.push(view.hasWeb && [view.webHost, view.webPage, view.isWebShared])
  all.push(view.hasAddress && [view.houseNumber, view.houseNumberLast, view.streetWords, view.streetScript])
  for (let position = 0; position < view.identifiers; position++) {
    all.push(view.identifierScheme(position), view.identifierValue(position))
  }
  let at = view.firstNameAt
  for (let name = 0; name < names; name++) {
    at = view.readName(at)
    all.push(view.name.whole, [...view.name.hashes.subarray(0, view.name.words)])
  }
  return all
}

describe('added features', () => {
  test('are read unchanged, and leave all other features as they are', () => {
    const [plain, extended] = [new FeatureView(), new FeatureView()]
    fc.assert(
      fc.property(arbitraryContent, arbitraryOwn, arbitraryAdded, (content, own, added) => {
        const features = extractFeatures(content, own)
        const bytes = encodeFeatures(withAdded(added, features))
        const { added: stored, ...rest } = decodeFeatures(bytes)
        // Compares entries, since an object with a member `constructor` equals no other object.
        expect(byName(stored)).toStrictEqual(byName(added))
        expect(rest).toEqual({ ...features, added: undefined })
        const without = encodeFeatures(features)
        plain.read(without, 0, without.length)
        extended.read(bytes, 0, bytes.length)
        expect(viewed(extended)).toEqual(viewed(plain))
      }),
      runs(800),
    )
  })

  test('have the documented bytes', () => {
    const features = {
      ...(FIXED_FEATURES[0]?.features as RecordFeatures),
      added: { b: [1, 2], a: 'é', c: 1.5, d: ['x'] },
    }
    const [head, parts, tail] = [
      '0100800000',
      '0161' +
        '02' +
        '0200' +
        'c3a9' +
        '0162' +
        '03' +
        '0900' +
        '020100000002000000' +
        '0163' +
        '01' +
        '0800' +
        '000000000000f83f' +
        '0164' +
        '04' +
        '0400' +
        '01010078',
      '0000',
    ]
    const length = Buffer.from([parts.length / 2, 0]).toString('hex')
    expect(hex(features)).toBe(`${head}${length}${parts}${tail}`)
  })

  test('have the same bytes in any order, so records with equal content are copies', () => {
    const [one, other] = [withAdded({ a: 1, b: 'x' }), withAdded({ b: 'x', a: 1 })]
    expect(hex(one)).toBe(hex(other))
    expect(areCopies(one, other, CURRENT_RULES)).toBe(true)
    expect(areCopies(one, withAdded({ a: 2, b: 'x' }), CURRENT_RULES)).toBe(false)
  })

  test('without a value have no bytes', () => {
    expect(hex(withAdded({}))).toBe(hex(RITZ))
    expect(hex(withAdded({ a: undefined }))).toBe(hex(RITZ))
    expect(decodeFeatures(encodeFeatures(withAdded({}))).added).toBeUndefined()
  })

  test('keep an empty list, a byte order mark and the largest values', () => {
    const added = {
      a: [],
      b: '\ufeffx',
      c: -0,
      d: 'x'.repeat(1_000),
      e: Array(255).fill(0xffff_ffff),
      f: Array(64).fill(''),
    }
    expect(decodeFeatures(encodeFeatures(withAdded(added))).added).toStrictEqual(added)
    const many = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`f${at}`, at]))
    expect(decodeFeatures(encodeFeatures(withAdded(many))).added).toStrictEqual(many)
  })

  test('of 4,000 bytes are stored, and of 4,001 bytes are not', () => {
    const texts = { a: 'x'.repeat(1_000), b: 'x'.repeat(1_000), c: 'x'.repeat(1_000) }
    // Each part has 5 bytes besides its text.
    const fits = withAdded({ ...texts, d: 'x'.repeat(980) })
    expect(decodeFeatures(encodeFeatures(fits)).added).toEqual(fits.added)
    expect(() => encodeFeatures(withAdded({ ...texts, d: 'x'.repeat(981) }))).toThrow(/"d".*at most 4000 bytes/)
  })

  test.each<[string, unknown]>([
    ['not a number', Number.NaN],
    ['an infinite number', Number.POSITIVE_INFINITY],
    ['a text of 1,001 bytes', 'x'.repeat(1_001)],
    ['a text of 1,002 bytes in 334 characters', '外'.repeat(334)],
    ['256 hashes', Array(256).fill(1)],
    ['a negative hash', [-1]],
    ['a hash of 33 bits', [2 ** 32]],
    ['a fraction among hashes', [0.5]],
    ['65 texts', Array(65).fill('x')],
    ['a long text among texts', ['x', 'x'.repeat(1_001)]],
    ['texts and numbers', ['x', 1]],
    ['numbers and texts', [1, 'x']],
    ['a boolean', true],
    ['null', null],
    ['an object', { a: 1 }],
  ])('%s is refused with the name of the feature', (_what, value) => {
    expect(() => encodeFeatures(withAdded({ fine: 1, floor: value }))).toThrow(
      expect.objectContaining({ code: 'validation_failed', message: expect.stringContaining('"floor"') }),
    )
    // A refused record leaves nothing behind.
    expect(encodeFeatures(RITZ)).toEqual(encodeFeatures(decodeFeatures(encodeFeatures(RITZ))))
  })

  test.each(['', 'x'.repeat(256), 'é'.repeat(128), '\ud83d', '__proto__'])('the name %j is refused', (name) => {
    const added = Object.fromEntries([[name, 1]])
    expect(() => encodeFeatures(withAdded(added))).toThrow(expect.objectContaining({ code: 'validation_failed' }))
  })

  test('are at most 16', () => {
    const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`f${at}`, at]))
    expect(() => encodeFeatures(withAdded(many))).toThrow(/"f9".*at most 16 added features/)
  })
})

describe('an added part of an unknown codec', () => {
  const CODEC = 200

  /** Returns the bytes of a record whose feature `later` has an unknown codec. */
  function later(added: Readonly<Record<string, unknown>>): Uint8Array {
    const bytes = encodeFeatures(withAdded({ ...added, later: 'text' }))
    const at = Buffer.from(bytes).indexOf('later')
    bytes[at + 'later'.length] = CODEC
    return bytes
  }

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['alone', {}],
    ['among others', { early: 1, zero: [7] }],
  ])('%s is not read, and is written again unchanged', (_what, added) => {
    const bytes = later(added)
    const features = decodeFeatures(bytes)
    expect(features.added).toEqual(Object.keys(added).length === 0 ? undefined : added)
    expect(encodeFeatures(features)).toEqual(bytes)
    expect(encodeFeatures({ ...features })).toEqual(bytes)
    const view = new FeatureView()
    view.read(bytes, 0, bytes.length)
    expect([view.names, view.identifiers]).toEqual([1, 1])
  })

  test('does not replace a value of the same name', () => {
    const features = decodeFeatures(later({}))
    expect(decodeFeatures(encodeFeatures({ ...features, added: { later: 5 } })).added).toEqual({ later: 5 })
  })
})
