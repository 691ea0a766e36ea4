import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coordinatesOf } from '../../src/mapping/coordinates.ts'
import { identifiersOf } from '../../src/mapping/identifiers.ts'
import { read } from '../support/feed-text.ts'

// The earlier patterns: they gave correct results, but took quadratic time.
const PAIR = /^[\s([]*(-?\d+(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d+(?:\.\d+)?)°?[\s)\]]*$/
const IDENTIFIER = /^\s*([\w.-]+)\s*[=:]\s*(.+?)\s*$/
const LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

function textOf(characters: string, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters), { maxLength }).map((all) => all.join(''))
}

test('text is a pair of coordinates exactly when the earlier pattern matches', () => {
  fc.assert(
    fc.property(textOf('12.-,; °([)]', 12), (text) => {
      const pair = PAIR.exec(text)
      expect(coordinatesOf(text)).toEqual(pair === null ? text : [pair[1], pair[2]])
    }),
    runs(5_000),
  )
})

test('text contains identifiers exactly when the earlier pattern matches', () => {
  fc.assert(
    fc.property(textOf('ab.- =:;|\n', 10), (text) => {
      const pairs = text.split(/[;|]/).map((each) => IDENTIFIER.exec(each))
      // A value that is only a space counts as empty.
      fc.pre(pairs.every((pair) => pair === null || pair[2]?.trim() !== ''))
      const expected = pairs.every((pair) => pair !== null)
        ? pairs.map((pair) => ({ scheme: pair?.[1], value: pair?.[2] }))
        : undefined
      expect(identifiersOf(text)).toEqual(expected)
    }),
    runs(5_000),
  )
})

test('numbers that are too long for a double become text exactly where the earlier pattern matches', async () => {
  const number = fc.constantFrom(
    '9007199254740993',
    '-90071992547409931',
    '1',
    '0.12345678901234567',
    '1e400',
    '12345678901234567e2',
  )
  const value = fc.oneof(
    number,
    fc.string().map((text) => JSON.stringify(text)),
    number.map((text) => `[${text},"${text}"]`),
  )
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      const line = `{"name":"A","x":${text}}`
      const quoted = line.replace(LONG_INTEGER, (token) =>
        token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
      )
      const { records } = await read(line)
      expect(records[0]?.extra ?? {}).toEqual({ x: JSON.parse(quoted).x })
    }),
    runs(500),
  )
})
