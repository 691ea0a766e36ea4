import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markDifferences } from '../../src/review/mark-differences.ts'
import { bracketed } from '../../src/review/styled-text.ts'

const shown = (left: string, right: string): string[] =>
  markDifferences(left, right).map((pieces) =>
    bracketed(pieces)
      .map(({ text }) => text)
      .join(''),
  )

test.for([
  ['Hotel Ritz Paris', 'HOTEL Rits, París', 'Hotel [Ritz] Paris', 'HOTEL [Rits], París'],
  ['Villa Rosa 2', 'Rosa Villa', 'Villa Rosa [2]', 'Rosa Villa'],
  ['Hotel du Lac', 'Hotel du Lac Bleu Ciel', 'Hotel du Lac', 'Hotel du Lac [Bleu Ciel]'],
  ['Hotel Hotel', 'Hotel', 'Hotel [Hotel]', 'Hotel'],
  ['Aurora', 'Borealis', '[Aurora]', '[Borealis]'],
] as const)('%s beside %s', ([left, right, ...marked]) => {
  expect(shown(left, right)).toEqual(marked)
})

test('nothing is lost or added, and equal texts have no difference', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', 'é', '月', '1'), maxLength: 30 })
  fc.assert(
    fc.property(text, text, (left, right) => {
      const [one, other] = markDifferences(left, right)
      expect([one, other].map((pieces) => pieces.map((piece) => piece.text).join(''))).toEqual([left, right])
      const [same] = markDifferences(`x ${left}`, `x ${left}`)
      expect(same.every(({ style }) => style === 'plain')).toBe(true)
    }),
  )
})
