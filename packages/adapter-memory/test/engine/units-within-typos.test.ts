import { withinTypos } from '@utpid/core/adapter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unitsOf, unitsWithinTypos } from '../../src/engine/units-within-typos.ts'

/** Few letters, so that words are near each other. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 9 })
const long = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 125, maxLength: 140 }), fc.nat(130))
  .map(([text, at]) => [text, text.slice(0, at) + text.slice(at + 1)] as const)
const typos = fc.constantFrom<1 | 2>(1, 2)

function inColumn(sought: string, text: string, most: 1 | 2): boolean {
  const before = 'ab'
  return unitsWithinTypos(unitsOf(sought), unitsOf(`${before}${text}ba`), 2, 2 + text.length, most)
}

test('a stretch of a column is as far from a word as its text is', () => {
  fc.assert(
    fc.property(word, word, typos, (sought, text, most) => {
      expect(inColumn(sought, text, most)).toBe(withinTypos(sought, text, most))
    }),
    { numRuns: 5_000 },
  )
})

test('... also where both are longer than the rows that are kept', () => {
  fc.assert(
    fc.property(long, typos, ([sought, text], most) => {
      expect(inColumn(sought, text, most)).toBe(withinTypos(sought, text, most))
    }),
  )
})
