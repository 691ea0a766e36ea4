import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from '../../src/text/cut-text.ts'

test('a text is cut between characters, never within one', () => {
  expect(cutText('ab𠮷cd', 2)).toBe('ab')
  expect(cutText('ab𠮷cd', 3)).toBe('ab')
  expect(cutText('ab𠮷cd', 4)).toBe('ab𠮷')
  expect(cutText('ab', 5)).toBe('ab')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, units) => {
      const cut = cutText(text, units)
      return (
        cut.isWellFormed() &&
        text.startsWith(cut) &&
        cut.length <= units &&
        cut.length >= Math.min(text.length, units - 1)
      )
    }),
  )
})
