import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areEqualFolded, markDifferences, type Piece } from '../../../src/data/product/mark-differences.ts'

const marked = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, isDifferent }) => (isDifferent ? `[${text.trim()}]` : text.trim())).join(' ')

test.each([
  [
    'Ferienresort Sonne Hafen 3',
    'AM SONNE HAFEN MUNICH',
    '[Ferienresort] Sonne Hafen [3]',
    '[AM] SONNE HAFEN [MUNICH]',
  ],
  ['Hôtel Ritz', 'HOTEL RITZ', 'Hôtel Ritz', 'HOTEL RITZ'],
  ['Ritz - Paris', 'Ritz Paris', 'Ritz - Paris', 'Ritz Paris'],
  ['Tower 1', 'Tower 2', 'Tower [1]', 'Tower [2]'],
  ['東京 ホテル', '京都 ホテル', '[東京] ホテル', '[京都] ホテル'],
])('%s beside %s', (one, other, left, right) => {
  const [a, b] = markDifferences(one, other)
  expect([marked(a), marked(b)]).toEqual([left, right])
})

test('loses no word, and marks nothing in equal texts', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [a, b] = markDifferences(one, other)
      expect(a.map((piece) => piece.text).join('')).toBe(one.trimStart())
      expect(b.map((piece) => piece.text).join('')).toBe(other.trimStart())
      const [same] = markDifferences(one, one)
      expect(same.some(({ isDifferent }) => isDifferent)).toBe(false)
    }),
  )
})

test('gives the same marks in either order', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'Hotel', 'hôtel')).map((all) => all.join(' '))
  fc.assert(
    fc.property(words, words, (one, other) => {
      const differs = (pieces: readonly Piece[]): number =>
        pieces.filter(({ isDifferent }) => isDifferent).flatMap((piece) => piece.text.trim().split(/\s+/)).length
      const [[a, b], [c, d]] = [markDifferences(one, other), markDifferences(other, one)]
      expect([differs(a), differs(b)]).toEqual([differs(d), differs(c)])
    }),
  )
})

test('ignores case, accents and punctuation', () => {
  expect(areEqualFolded('Città di Castello', 'CITTA-DI CASTELLO')).toBe(true)
  expect(areEqualFolded('Hotel 1', 'Hotel 2')).toBe(false)
})
