import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../src/encoding/canonical-json.ts'

/** Returns the same data with the keys of every object in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, turned(each)]),
  )
}

test('ignores the order of keys, but not the order of lists', () => {
  expect(canonicalJson({ b: 1, a: { d: [1, 2], c: null } })).toBe('{"a":{"c":null,"d":[1,2]},"b":1}')
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
})

test('any JSON is decoded, and has the same text with reversed keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
    }),
    runs(200),
  )
})
