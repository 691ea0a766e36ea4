import { describe, expect, test } from 'vitest'
import { readNumeral } from '../../src/text/numerals.ts'

describe('numerals', () => {
  test.each([
    ['12', '12'],
    ['012', '12'],
    ['12a', '12a'],
    ['99999', '99999'],
    ['ii', '2'],
    ['xiv', '14'],
    ['t1', '1'],
    ['t6', '6'],
  ])('%s names the number %s without doubt', (word, value) => {
    expect(readNumeral(word)).toEqual({ value, strict: true })
  })

  test.each([
    ['1st', '1'],
    ['2nd', '2'],
    ['3rd', '3'],
    ['8eme', '8'],
    ['four', '4'],
    ['quatre', '4'],
    ['zwei', '2'],
  ])('%s is %s, and may be part of a proper name', (word, value) => {
    expect(readNumeral(word)).toEqual({ value, strict: false })
  })

  test.each([
    '',
    'hotel',
    'i',
    'v',
    'x',
    'mix',
    'one',
    'un',
    'six',
    'civic',
    '1234567',
    '12abc',
    't0',
    't7',
    't12',
    'constructor',
    '٤',
  ])('%j is no number', (word) => {
    expect(readNumeral(word)).toBeUndefined()
  })
})
