import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTypoOf, letterSet, mayBeTypoOf } from '../../src/text/edit-similarity.ts'

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

  test('is symmetric', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 })
    fc.assert(fc.property(word, word, (a, b) => isTypoOf(a, b) === isTypoOf(b, a)))
  })

  test('are never excluded by their letters', () => {
    const letter = fc.constantFrom(...'abcdehilnorstと東é')
    const word = fc.array(letter, { minLength: 4, maxLength: 10 })
    const edits = fc.array(fc.tuple(fc.nat(10), fc.nat(1), fc.array(letter, { maxLength: 1 })), { maxLength: 2 })
    let typos = 0
    fc.assert(
      fc.property(word, edits, (letters, changes) => {
        const edited = [...letters]
        for (const [at, removed, added] of changes) edited.splice(at, removed, ...added)
        const [a, b] = [letters.join(''), edited.join('')]
        if (!isTypoOf(a, b)) return
        typos++
        expect(mayBeTypoOf(letterSet(a), letterSet(b))).toBe(true)
      }),
      runs(1_000),
    )
    expect(typos).toBeGreaterThan(times(100))
  })
})
