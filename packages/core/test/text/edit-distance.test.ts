import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withinTypos } from '../../src/text/edit-distance.ts'

/** Oracle for the distance, by definition: at the first difference, tries every edit. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  if (a[0] === b[0]) return distance(a.slice(1), b.slice(1))
  const ways = [distance(a.slice(1), b), distance(a, b.slice(1)), distance(a.slice(1), b.slice(1))]
  if (a[0] === b[1] && a[1] === b[0] && a.length > 1 && b.length > 1) ways.push(distance(a.slice(2), b.slice(2)))
  return 1 + Math.min(...ways)
}

const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })

describe('typos between two words', () => {
  it('are counted by their definition, symmetrically', () => {
    fc.assert(
      fc.property(words, words, fc.constantFrom(1, 2), (a, b, typos) => {
        expect(withinTypos(a, b, typos)).toBe(distance(a, b) <= typos)
        expect(withinTypos(b, a, typos)).toBe(withinTypos(a, b, typos))
      }),
      runs(2_000),
    )
  })

  it('are counted in words of any length', () => {
    const long = 'palace'.repeat(100)
    expect(withinTypos(long, `${long}s`, 1)).toBe(true)
    expect(withinTypos(long, `x${long.slice(1, -2)}`, 2)).toBe(false)
    expect(withinTypos(`${long}ab`, `${long}ba`, 1)).toBe(true)
  })
})
