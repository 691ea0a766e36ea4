import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTypoOf } from '../../src/text/edit-similarity.ts'

describe('typos', () => {
  test.each([
    ['hotel', 'hotle', false],
    ['bristol', 'bristl', true],
    ['excelsior', 'exzelsyor', true],
    ['bristol', 'brista', false],
    ['ritz', 'ritzy', true],
    ['spa', 'spas', false],
    ['parc', 'park', true],
    ['excelsior', 'excel', false],
  ])('%s and %s: %s', (a, b, typo) => {
    expect(isTypoOf(a, b)).toBe(typo)
  })

  test('is the same both ways', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 })
    fc.assert(fc.property(word, word, (a, b) => isTypoOf(a, b) === isTypoOf(b, a)))
  })
})
