import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractFeatures } from '../../src/features/extract/extract-features.ts'
import type { Profile } from '../../src/model/category.ts'
import { defaultSchema } from '../../src/schema/default-schema.ts'
import { PresentComparisons } from '../../src/scoring/present-comparisons.ts'
import { wordBits } from '../../src/text/word-table.ts'
import { arbitraryContent, arbitraryOwn } from '../support/arbitrary-content.ts'

const record = fc.tuple(arbitraryContent, arbitraryOwn).map(([content, own]) => extractFeatures(content, own))
const FINDERS = Object.entries(defaultSchema.profiles).map(([profile, definition]) => ({
  comparisons: definition.comparisons,
  finder: PresentComparisons.of(profile as Profile, definition),
}))

test('each comparison of a profile has its own bit', () => {
  for (const { comparisons, finder } of FINDERS) {
    const bits = comparisons.map((each) => finder.bitOf(each))
    expect(new Set(bits).size).toBe(comparisons.length)
    expect(bits).not.toContain(0)
  }
})

test('a comparison without its bit is unknown, in any order of profiles', () => {
  fc.assert(
    fc.property(record, record, (left, right) => {
      for (const { comparisons, finder } of FINDERS) {
        const present = finder.inBoth(left, right)
        expect(finder.inBoth(right, left)).toBe(present)
        for (const each of comparisons) {
          if ((present & finder.bitOf(each)) === 0) {
            expect(each.compare(left, right, wordBits), each.name).toBe('unknown')
          }
        }
      }
    }),
    runs(few(800)),
  )
})
