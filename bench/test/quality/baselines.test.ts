import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BASELINES, characterTrigrams, exactName, jaroWinkler, tokenSet } from '../../quality/baselines/baselines.ts'

// Test vectors of the Census Bureau's report.
test.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['jones', 'johnson', 0.832],
  ['abroms', 'abrams', 0.922],
  ['abc', 'xyz', 0],
  ['', 'abc', 0],
])('Jaro-Winkler of %s and %s is %d', (a, b, similarity) => {
  expect(jaroWinkler.similarity(a, b)).toBeCloseTo(similarity, 3)
})

test.each([
  ['silver beaver', 'beaver silver', 1],
  ['silver beaver', 'silver otter', 1 / 3],
  ['silver', 'otter', 0],
  ['', '', 0],
])('words shared by "%s" and "%s": %d', (a, b, similarity) => {
  expect(tokenSet.similarity(a, b)).toBeCloseTo(similarity)
})

test('trigrams know the beginning and the end of words', () => {
  // "  ab " has the trigrams "  a", " ab" and "ab "; "  ac " shares only the first.
  expect(characterTrigrams.similarity('ab', 'ac')).toBeCloseTo(1 / 5)
  expect(characterTrigrams.similarity('ab cd', 'cd ab')).toBe(1)
})

test('names that fold to nothing are not the same name', () => {
  expect(exactName.similarity('', '')).toBe(0)
  expect(exactName.similarity('otter', 'otter')).toBe(1)
})

describe.each(BASELINES.map((baseline) => [baseline.id, baseline] as const))('%s', (_id, baseline) => {
  const name = fc
    .array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), maxLength: 5 }))
    .map((words) => words.join(' '))

  test('is symmetric, 0 to 1, and 1 of a name and itself', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const similarity = baseline.similarity(a, b)
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(baseline.similarity(b, a)).toBe(similarity)
        if (a.trim() !== '') expect(baseline.similarity(a, a)).toBe(1)
      }),
    )
  })
})
