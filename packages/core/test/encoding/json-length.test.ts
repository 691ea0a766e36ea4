import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonLongerThan } from '../../src/encoding/json-length.ts'

test('is exactly the comparison with the length of the JSON', () => {
  const values = fc.oneof(fc.jsonValue({ noUnicodeString: false }), fc.string({ unit: 'binary' }), fc.double())
  const property = fc.property(values, fc.integer({ min: -3, max: 3 }), fc.nat(1_000), (value, near, any) => {
    const { length } = JSON.stringify(value)
    for (const limit of [length + near, any]) expect(isJsonLongerThan(value, limit)).toBe(length > limit)
  })
  fc.assert(property, runs(1_000))
})

test.each([
  ['control characters', '\u0001'.repeat(20)],
  ['lone surrogates', '\ud800'.repeat(20)],
  ['the longest numbers', Array.from({ length: 20 }, () => -Math.PI * 1e-300)],
  ['keys of control characters', { ['\u0001'.repeat(20)]: null }],
  ['literals', Array.from({ length: 20 }, () => false)],
])('counts the escapes of %s', (_, value) => {
  const { length } = JSON.stringify(value)
  expect(isJsonLongerThan(value, length)).toBe(false)
  expect(isJsonLongerThan(value, length - 1)).toBe(true)
})
