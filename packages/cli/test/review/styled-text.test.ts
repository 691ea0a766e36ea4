import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { bracketed, type Piece, painter, usesColours, widthOf, wrapped } from '../../src/review/styled-text.ts'

const plain = (text: string): Piece[] => [{ text, style: 'plain' }]
const textOf = (line: readonly Piece[]): string => line.map(({ text }) => text).join('')

test('lines end at spaces, and a longer word is broken', () => {
  expect(wrapped(plain('Grand Hotel Excelsior'), 12, 9).map(textOf)).toEqual(['Grand Hotel', 'Excelsior'])
  expect(wrapped(plain('Donaudampfschiff'), 6, 9).map(textOf)).toEqual(['Donaud', 'ampfsc', 'hiff'])
  expect(wrapped(plain('ホテル月見堂'), 6, 9).map(textOf)).toEqual(['ホテル', '月見堂'])
})

test('what does not fit the last line is cut, and that shows', () => {
  expect(wrapped(plain('Grand Hotel Excelsior'), 12, 1).map(textOf)).toEqual(['Grand Hotel…'])
  expect(wrapped(plain('ホテル月見堂'), 7, 1).map(textOf)).toEqual(['ホテル…'])
})

test('no line is wider than asked, whatever the script, and without a limit no letter is lost', () => {
  const style = fc.constantFrom<Piece['style']>('plain', 'differs', 'strong')
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', '月', 'ホ', '👩‍👩‍👧', 'ß', 'し', '한', '-'),
    maxLength: 40,
  })
  fc.assert(
    fc.property(
      fc.array(fc.record({ text, style }), { maxLength: 5 }),
      fc.integer({ min: 2, max: 20 }),
      (pieces, width) => {
        const lines = wrapped(pieces, width, 1_000)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
        const letters = (all: string): string => all.replaceAll(' ', '')
        expect(letters(lines.map(textOf).join(''))).toBe(letters(textOf(pieces)))
        for (const line of wrapped(pieces, width, 2)) expect(widthOf(line)).toBeLessThanOrEqual(width)
      },
    ),
  )
})

test('a difference shows in colour, and between brackets where there is none', () => {
  const pieces: Piece[] = [
    { text: 'Hotel ', style: 'plain' },
    { text: 'Ritz', style: 'differs' },
  ]
  expect(pieces.map(painter(true)).join('')).toBe('Hotel \u001b[1;33mRitz\u001b[0m')
  expect(bracketed(pieces).map(painter(false)).join('')).toBe('Hotel [Ritz]')
  expect(stringWidth(pieces.map(painter(true)).join(''))).toBe(10)
})

test('colours are for terminals, unless NO_COLOR or a dumb terminal says otherwise', () => {
  expect(usesColours(true, {})).toBe(true)
  expect(usesColours(true, { NO_COLOR: '' })).toBe(true)
  expect(usesColours(true, { NO_COLOR: '1' })).toBe(false)
  expect(usesColours(true, { TERM: 'dumb' })).toBe(false)
  expect(usesColours(false, {})).toBe(false)
})
