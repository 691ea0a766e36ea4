import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countTermFrequencies,
  storedTermFrequency,
  storedTfVersions,
  termFrequencyRow,
} from '../../src/scoring/term-frequency-table.ts'
import { wordBits } from '../../src/text/word-table.ts'

const AT = '2026-03-01T12:00:00.000Z'

function bitsOf(counts: Readonly<Record<string, number>>, records: number): (word: string) => number {
  const table = countTermFrequencies(new Map(Object.entries(counts)), records, AT)
  return storedTermFrequency(1, [termFrequencyRow(1, table)]).bits
}

describe('a term-frequency version', () => {
  test('weighs a word by the share of names with the word, like the shipped table', () => {
    const bits = bitsOf({ zephyr: 250_000, marlowe: 31_250 }, 1_000_000)
    expect(bits('zephyr')).toBeCloseTo(2, 1)
    expect(bits('marlowe')).toBeCloseTo(5, 1)
  })

  test('takes a word of the shipped table for rarer where it is', () => {
    expect(wordBits('paris')).toBeLessThan(8)
    expect(bitsOf({ paris: 20 }, 1_000_000)('paris')).toBe(10)
  })

  test('of few records says hardly more than the shipped table', () => {
    expect(bitsOf({ zephyr: 5 }, 20)('zephyr')).toBeGreaterThan(7)
    expect(bitsOf({}, 0)('zephyr')).toBe(10)
  })

  test('leaves articles and generic words what they are in every registry', () => {
    const bits = bitsOf({ the: 10, hotel: 10 }, 1_000_000)
    expect([bits('the'), bits('hotel')]).toEqual([wordBits('the'), wordBits('hotel')])
  })

  test('gives every word 0 to 10 bits, the more the rarer it is', () => {
    const count = fc.integer({ min: 5, max: 1_000_000 })
    const property = fc.property(
      count,
      count,
      fc.constantFrom('zephyr', 'paris', 'ab', 'royal'),
      (one, other, word) => {
        const [few, many] = [Math.min(one, other), Math.max(one, other)]
        const [rare, common] = [few, many].map((each) => bitsOf({ [word]: each }, 1_000_000)(word))
        expect(rare).toBeLessThanOrEqual(10)
        expect(common).toBeGreaterThanOrEqual(0)
        expect(rare).toBeGreaterThanOrEqual(common as number)
      },
    )
    fc.assert(property, { seed: 20_261_121 })
  })

  test('is numbered after those that were taken', () => {
    const table = countTermFrequencies(new Map(), 0, AT)
    expect(
      storedTfVersions([termFrequencyRow(10, table), { name: 'model:aa', content: {} }, termFrequencyRow(2, table)]),
    ).toEqual([2, 10])
  })
})
