import { withinTypos } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditDistance, unitsOf } from '../../../src/index/words/edit-distance.ts'

/** A word of few letters, so that words are similar. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 9 })
/** Words that are about as long as the maximum for bit-parallel comparison, or longer. */
const long = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 28, maxLength: 36 }), fc.nat(36), fc.nat(36))
  .map(([text, at, other]) => {
    const less = text.slice(0, at) + text.slice(at + 1)
    return [text, `${less.slice(0, other)}b${less.slice(other)}`] as const
  })
const typos = fc.constantFrom<1 | 2>(1, 2)

function inColumn(sought: string, text: string, most: 1 | 2): boolean {
  return new EditDistance(unitsOf(sought)).isWithin(most, unitsOf(`ab${text}ba`), 2, 2 + text.length)
}

test('a range of a column has the same distance from a word as its text', () => {
  fc.assert(
    fc.property(word, word, typos, (sought, text, most) => {
      expect(inColumn(sought, text, most)).toBe(withinTypos(sought, text, most))
    }),
    runs(5_000),
  )
})

test('... also for words about as long as a number has bits, and longer', () => {
  fc.assert(
    fc.property(long, typos, ([sought, text], most) => {
      expect(inColumn(sought, text, most)).toBe(withinTypos(sought, text, most))
      expect(inColumn(text, sought, most)).toBe(withinTypos(text, sought, most))
    }),
    runs(2_000),
  )
})

test('a word prepared once is compared with many', () => {
  const distance = new EditDistance(unitsOf('hotel'))
  for (const [text, far] of [
    ['hotel', 0],
    ['hotels', 1],
    ['hoetl', 1],
    ['otel', 1],
    ['motels', 2],
    ['hostelry', 3],
  ] as const) {
    expect(distance.isWithin(1, unitsOf(text), 0, text.length), text).toBe(far <= 1)
    expect(distance.isWithin(2, unitsOf(text), 0, text.length), text).toBe(far <= 2)
  }
})
