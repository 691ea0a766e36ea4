import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeFeatures, encodeFeatures } from '../../../src/features/codec/feature-layout.ts'
import { FeatureView } from '../../../src/features/codec/feature-view.ts'
import { extractFeatures } from '../../../src/features/extract/extract-features.ts'
import { letterSet } from '../../../src/text/edit-similarity.ts'
import { alikeNames } from '../../support/alike-names.ts'
import { arbitraryContent, arbitraryOwn } from '../../support/arbitrary-content.ts'

const glance = new FeatureView()
const record = fc.oneof(
  fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own)),
  alikeNames.map((content) => extractFeatures(content)),
)

/** Returns the result of a read, or a marker if it throws a TypeError. */
function readOrRefused(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError) return 'refused'
    throw error
  }
}

describe('a glance', () => {
  test('equals the decoded record, read field by field', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
        const encoded = records.map(encodeFeatures)
        const bytes = new Uint8Array(encoded.reduce((sum, each) => sum + each.length, 0))
        let at = 0
        for (const each of encoded) {
          bytes.set(each, at)
          at += each.length
        }
        let from = 0
        records.forEach((features, row) => {
          const to = from + (encoded[row] as Uint8Array).length
          glance.read(bytes, from, to)
          from = to
          const { profile, group, category, supplier, coordinates, precisionMeters, phone, operator } = features
          expect(glance).toMatchObject({ profile, group, category, precisionMeters })
          expect([glance.supplier, glance.phone, glance.operator]).toEqual([supplier, phone, operator])
          expect([glance.licence, glance.stars, glance.rooms]).toEqual([
            features.licence,
            features.stars,
            features.rooms,
          ])
          expect(glance.coordinates && [...glance.coordinates]).toEqual(coordinates)
          expect(glance.durationMinutes).toBe(features.activity?.durationMinutes ?? 0)
          let next = glance.firstNameAt
          expect(glance.names).toBe(features.names.length)
          for (const { whole, words } of features.names) {
            next = glance.readName(next)
            const { name } = glance
            const texts = words.map(({ text }) => text)
            expect([name.whole, name.words]).toEqual([whole, words.length])
            // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII starts with them.
            expect(name.isAscii).toBe(/^[\x00-\x7f]*$/.test(texts.join('')))
            words.forEach(({ hash, kind, ofBrand, ofCity }, position) => {
              expect(name.hashes[position]).toBe(hash | 0)
              expect(name.isNumber(position)).toBe(kind === 'number')
              expect(name.isOfBrand(position)).toBe(ofBrand)
              expect(name.isCore(position)).toBe(kind !== 'article' && kind !== 'generic' && !ofCity)
              if (name.isAscii) expect(name.letters[position]).toBe(letterSet(texts[position] as string))
            })
          }
        })
      }),
      runs(few(800)),
    )
  })

  test('rejects exactly the truncated or damaged bytes that decoding rejects', () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(40), (features, place, flip, more) => {
        const bytes = encodeFeatures(features)
        const cut = bytes.subarray(0, place % bytes.length)
        expect(() => glance.read(cut, 0, cut.length)).toThrow(TypeError)
        // Appends bytes: in a column, the bytes of another record follow.
        const followed = new Uint8Array(bytes.length + more).fill(1)
        followed.set(bytes)
        expect(() => glance.read(followed, 0, place % bytes.length)).toThrow(TypeError)
        const damaged = followed.slice()
        const at = place % bytes.length
        damaged[at] = (damaged[at] as number) ^ flip
        const decoded = readOrRefused(() => decodeFeatures(damaged.subarray(0, bytes.length)).category)
        const glanced = readOrRefused(() => {
          glance.read(damaged, 0, bytes.length)
          return glance.category
        })
        expect(glanced).toEqual(decoded)
      }),
      runs(few(3_000)),
    )
  })

  test('rejects another layout by its number', () => {
    const bytes = encodeFeatures(extractFeatures({ name: 'Ritz' }))
    bytes[0] = 200
    expect(() => glance.read(bytes, 0, bytes.length)).toThrow(/layout 200, expected \d+/)
  })
})
