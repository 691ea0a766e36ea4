import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { textInput } from '../../src/input/text-input.ts'

const line = textInput({ min: 1, max: 100, isTrimmed: true, form: 'line' })
const lines = textInput({ max: 100, form: 'lines' })

describe('text that is displayed to people', () => {
  it.each([
    ['a name', 'Ann', true, true],
    ['letters of any script, and emojis', 'Zoë 新宿 🏨', true, true],
    ['surrounding white space', ' \u00a0Ann ', true, true],
    ['an apostrophe and punctuation', 'Ann’s "key" <1>', true, true],
    ['two lines', 'Ann\r\n\tBob', false, true],
    ['a zero-width joiner', 'a\u200db', true, true],
    ['NUL', 'a\u0000b', false, false],
    ['a terminal escape sequence', '\u001b[31mAnn', false, false],
    ['a control character of Latin-1', 'a\u0085b', false, false],
    ['a high surrogate alone', 'a\ud800', false, false],
    ['a low surrogate alone', '\udc00a', false, false],
    ['only white space', ' \u00a0', false, true],
  ])('%s', (_, text, isLine, isLines) => {
    for (const [input, is] of [
      [line, isLine],
      [lines, isLines],
    ] as const) {
      expect(input.safeParse(text).success).toBe(is)
      // The JSON Schema of the input has the same limits.
      const { pattern } = z.toJSONSchema(input, { io: 'input' })
      expect(new RegExp(pattern as string, 'u').test(text)).toBe(is)
    }
  })
})
