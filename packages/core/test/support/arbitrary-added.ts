import fc from 'fast-check'
import type { FeatureValue } from '../../src/features/record-features.ts'

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('petsAllowed', 'floor', 'stationCodes', 'a', 'zz', 'constructor', 'ümläut') },
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => text.isWellFormed() && text !== '__proto__'),
)
const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((each) => each.toWellFormed())
  .filter((each) => Buffer.byteLength(each) <= 100)

const value: fc.Arbitrary<FeatureValue> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
  fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { maxLength: 10 }),
  fc.array(text, { maxLength: 3 }),
)

/** Added features within all limits. */
export const arbitraryAdded: fc.Arbitrary<Readonly<Record<string, FeatureValue>>> = fc
  .uniqueArray(fc.tuple(name, value), { minLength: 1, maxLength: 8, selector: ([each]) => each })
  .map((entries) => Object.fromEntries(entries))
