import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFrontCoded } from '../../src/encoding/front-coded.ts'
import { COMMON_PLACE_WORDS, PLACE_WORDS } from '../../src/text/generated/place-words.ts'

function written(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const before = words[at - 1] ?? ''
      let shared = 0
      while (shared < 9 && shared < before.length && before[shared] === word[shared]) shared++
      return `${shared}${word.slice(shared)}`
    })
    .join('')
}

test('words are encoded by their common prefix with the previous word', () => {
  expect(readFrontCoded('0aachen2lborg6e0ба1й')).toEqual(['aachen', 'aalborg', 'aalbore', 'ба', 'бй'])
  expect(readFrontCoded('')).toEqual([])
})

test('any sorted words are decoded unchanged', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'я', '京'), minLength: 1, maxLength: 14 })
  fc.assert(
    fc.property(fc.uniqueArray(word), (words) => {
      const sorted = words.sort()
      expect(readFrontCoded(written(sorted))).toEqual(sorted)
    }),
  )
})

test('the words of places are sorted and distinct', () => {
  for (const coded of [PLACE_WORDS, COMMON_PLACE_WORDS]) {
    const words = readFrontCoded(coded)
    expect(words.length).toBeGreaterThan(1_000)
    expect(words).toEqual([...new Set(words)].sort())
  }
})
