import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import type { FeatureValue, RecordFeatures } from '../../../src/features/record-features.ts'
import { CATEGORY_GROUPS } from '../../../src/model/category.ts'
import type { Coordinates } from '../../../src/model/place.ts'
import { arbitraryAdded } from '../../support/arbitrary-added.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'

const KINDS = ['article', 'generic', 'number', 'place', 'common', 'rare']
const view = new FeatureView()

const encoded = fc
  .tuple(arbitraryContent, arbitraryOwn, fc.option(arbitraryAdded, { nil: undefined }))
  .map(([content, own, added]): Uint8Array => {
    const features = extractFeatures(content, own)
    return encodeFeatures(added === undefined ? features : { ...features, added })
  })

function expectU32(...values: readonly (number | undefined)[]): void {
  for (const value of values) {
    if (value !== undefined)
      expect(Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff, `${value}`).toBe(true)
  }
}

function expectPoints(points: readonly (Coordinates | undefined)[]): void {
  for (const point of points) {
    if (point !== undefined) expect(point.length === 2 && point.every(Number.isFinite)).toBe(true)
  }
}

function expectText(text: string | undefined): void {
  if (text !== undefined) expect(typeof text === 'string' && text.isWellFormed(), text).toBe(true)
}

function expectAdded(value: FeatureValue): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
  else if (typeof value === 'string') expectText(value)
  else if (typeof value[0] === 'string') for (const each of value) expectText(each as string)
  else expectU32(...(value as readonly number[]))
}

/** Checks the type and range of every value, because comparisons rely on both. */
function expectWellFormed(features: RecordFeatures): void {
  const { names, identifiers, transfer, address, activity, web, added = {} } = features
  expect(CATEGORY_GROUPS).toContain(features.group)
  expectU32(features.supplier, features.phone, features.operator, features.licence, features.precisionMeters)
  expectU32(web?.host, web?.page, address?.houseNumber, address?.houseNumberLast, activity?.durationMinutes)
  expectU32(...(address?.street ?? []), ...(activity?.languages ?? []), features.rooms)
  if (web !== undefined) expect(typeof web.shared).toBe('boolean')
  if (features.stars !== undefined) expect(features.stars >= 0 && features.stars <= 25.5).toBe(true)
  for (const text of [features.country, features.city, features.postcode, features.brand]) expectText(text)
  expectPoints([features.coordinates, ...(features.towns ?? [])])
  if (transfer !== undefined) {
    expect([0, 1, 2]).toContain(transfer.sharing)
    expectU32(transfer.vehicle, transfer.seats)
    for (const end of [transfer.from, transfer.to]) {
      expectU32(end?.code, ...(end?.words ?? []))
      expectPoints([end?.coordinates])
    }
  }
  for (const { whole, words } of names) {
    expectU32(whole)
    for (const { hash, kind, text, ofBrand, ofCity, strict } of words) {
      expectU32(hash)
      expect(KINDS).toContain(kind)
      expectText(text)
      expect([ofBrand, ofCity, strict].every((flag) => typeof flag === 'boolean')).toBe(true)
    }
  }
  for (const { scheme, value } of identifiers) expectU32(scheme, value)
  for (const value of Object.values(added)) expectAdded(value)
}

/**
 * Checks that bytes are refused with a TypeError, or read as well-formed features.
 *
 * @returns Whether the bytes are refused.
 */
function isRefused(bytes: Uint8Array): boolean {
  let features: RecordFeatures
  try {
    features = decodeFeatures(bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    // The view does not read added parts, and so does not see each damage of these.
    try {
      view.read(bytes, 0, bytes.length)
    } catch (other) {
      expect(other).toBeInstanceOf(TypeError)
    }
    return true
  }
  expectWellFormed(features)
  view.read(bytes, 0, bytes.length)
  expect(view).toMatchObject({ category: features.category, group: features.group, names: features.names.length })
  return false
}

describe('damaged features', () => {
  test('cut bytes and bytes with more behind them are refused', () => {
    fc.assert(
      fc.property(encoded, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 9 }), (bytes, place, more) => {
        expect(isRefused(bytes)).toBe(false)
        expect(isRefused(bytes.subarray(0, place % bytes.length))).toBe(true)
        const longer = Buffer.concat([bytes, more])
        expect(() => decodeFeatures(longer)).toThrow(TypeError)
        expect(() => view.read(longer, 0, longer.length)).toThrow(TypeError)
      }),
      runs(few(800)),
    )
  })

  test('flipped bits are refused or give well-formed features', () => {
    let refused = 0
    fc.assert(
      fc.property(encoded, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }), (bytes, bits) => {
        const damaged = bytes.slice()
        for (const bit of bits) {
          const at = (bit >> 3) % damaged.length
          damaged[at] = (damaged[at] as number) ^ (1 << (bit & 7))
        }
        if (isRefused(damaged)) refused++
      }),
      runs(few(3_000)),
    )
    expect(refused).toBeGreaterThan(0)
  })

  test('random bytes of this layout are refused or give well-formed features', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, isOfLayout) => {
        if (isOfLayout && bytes.length > 0) bytes[0] = 1
        isRefused(bytes)
      }),
      runs(few(3_000)),
    )
  })

  test('an extension of another length, and a part that ends after its extension, are refused', () => {
    const added = { a: 'x', b: [1, 2], c: ['y'], d: 1.5 }
    const bytes = encodeFeatures({ ...extractFeatures({ name: 'Ritz' }), added })
    const extension = new DataView(bytes.buffer, bytes.byteOffset)
    // The record has no part, so the extension starts at byte 5.
    const length = extension.getUint16(5, true)
    for (let other = 0; other < 400; other++) {
      if (other === length) continue
      const damaged = bytes.slice()
      new DataView(damaged.buffer).setUint16(5, other, true)
      expect(() => decodeFeatures(damaged), `an extension of ${other} bytes`).toThrow(TypeError)
    }
    for (const name of Object.keys(added)) {
      // The name of a part follows its length byte, and the codec and the length of the value follow the name.
      const at = Buffer.from(bytes).indexOf(Buffer.from(`\u0001${name}`), 7) + 3
      for (const beyond of [length + 7 - at - 1, 0xffff]) {
        const damaged = bytes.slice()
        new DataView(damaged.buffer).setUint16(at, beyond, true)
        expect(() => decodeFeatures(damaged), `${beyond} bytes of ${name}`).toThrow(TypeError)
      }
    }
  })

  test.each<[string, string]>([
    ['without added parts', '0000'],
    ['with names in another order', '0a00' + '01620200' + '00' + '01610200' + '00'],
    ['with one name twice', '0a00' + '01610200' + '00' + '01610200' + '00'],
    ['with a name that objects do not store', '0d00' + '09' + '5f5f70726f746f5f5f' + '0200' + '00'],
    ['with an empty name', '0400' + '00' + '02' + '0000'],
    ['with a name that is not UTF-8', '0500' + '01ff' + '02' + '0000'],
    ['with a text that is not UTF-8', '0600' + '0161' + '02' + '0100' + 'ff'],
    ['with a number that is infinite', '0d00' + '0161' + '01' + '0800' + '000000000000f07f'],
    ['with a short number', '0900' + '0161' + '01' + '0400' + '00000000'],
    ['with a list whose count is too low', '0a00' + '0161' + '03' + '0500' + '0001000000'],
    ['with a list whose count is too high', '0a00' + '0161' + '03' + '0500' + '0201000000'],
  ])('an extension %s is refused', (_what, extension) => {
    const bytes = Buffer.from(`0100800000${extension}0000`, 'hex')
    expect(() => decodeFeatures(bytes)).toThrow(TypeError)
  })
})
