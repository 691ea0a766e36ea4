import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashData } from '../../src/encoding/data-hash.ts'

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

test('ignores the order of keys and the formatting of the text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const hash = hashData(value)
      expect(hashData(turned(value))).toBe(hash)
      expect(hashData(JSON.parse(JSON.stringify(value, undefined, 2)))).toBe(hash)
    }),
    runs(200),
  )
})

test('ignores what JSON omits or cannot represent', () => {
  expect(hashData({ a: 1, b: undefined })).toBe(hashData({ a: 1 }))
  expect(hashData([-0, Number.NaN])).toBe(hashData(JSON.parse(JSON.stringify([-0, Number.NaN]))))
})

test.each([
  ['a value', { a: 1, b: 'x' }, { a: 2, b: 'x' }],
  ['a sign', [1], [-1]],
  ['a fraction', [0.1], [0.2]],
  ['values that changed places', { a: 1, b: 2 }, { a: 2, b: 1 }],
  ['a list in another order', [1, 2], [2, 1]],
  ['a key', { a: 1 }, { b: 1 }],
  ['a key and its value', { a: 'b' }, { b: 'a' }],
  ['an absence', {}, { a: null }],
  ['an empty list', [], [[]]],
  ['a number as text', ['1'], [1]],
  ['nothing and no', [null], [false]],
  ['no and yes', [false], [true]],
  ['an object and a list', {}, []],
  ['depth', [[1], 2], [1, [2]]],
])('another hash has %s', (_, one, other) => {
  expect(hashData(one)).not.toBe(hashData(other))
})

test('one changed letter always changes the hash', () => {
  const text = 'Quill Rondel, Bergen'
  const hashes = new Set<number>()
  for (let at = 0; at < text.length; at++) {
    for (let bit = 0; bit < 16; bit++) {
      const other = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))
      hashes.add(hashData({ name: text.slice(0, at) + other + text.slice(at + 1) }))
    }
  }
  hashes.add(hashData({ name: text }))
  expect(hashes.size).toBe(text.length * 16 + 1)
})
