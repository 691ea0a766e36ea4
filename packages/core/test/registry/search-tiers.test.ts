import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchTerms } from '../../src/features/search-terms.ts'
import { exactTiers } from '../../src/registry/search-tiers.ts'
import { searchWords } from '../../src/registry/search-words.ts'
import type { TermCondition } from '../../src/storage/search-query.ts'

const WORDS = [
  'hotel',
  'hôtel',
  'du',
  'parc',
  'grand',
  'paris',
  'ibis',
  'cdg',
  'アパホテル',
  '茂悦',
  '大酒店',
  'st',
  'saint',
  "o'neill",
  '2',
  '@',
]
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, fc.string({ maxLength: 5 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((words) => words.join(' '))
const record = fc.record(
  {
    name: text,
    altNames: fc.array(
      text.map((name) => ({ name })),
      { maxLength: 2 },
    ),
    brand: text,
    category: fc.constantFrom('hotel', 'tour'),
    location: fc.record({ city: text, region: text, country: fc.constantFrom('FR', 'JP') }, { requiredKeys: [] }),
  },
  { requiredKeys: ['name'] },
)

it('has a last tier that finds whatever another one finds', () => {
  let found = 0
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 3 }), fc.nat(9), text, (records, which, typed) => {
      // A product is found by what any of its records says.
      const terms = new Set<string>()
      for (const each of records) {
        for (const term of searchTerms({ supplier: 'alpha', code: 'A', ...each } as never, 'Alpha', undefined))
          terms.add(term)
      }
      const { name, location } = records[which % records.length] as { name: string; location?: { city?: string } }
      for (const asked of [
        name,
        `${name} ${location?.city ?? ''}`,
        `${location?.city ?? ''} ${name}`,
        typed,
        `${name} ${typed}`,
      ]) {
        const words = searchWords(asked, undefined)
        if (words === undefined) continue
        const tiers = exactTiers(words)
        const those = tiers.filter((tier) => isSatisfied(tier, terms))
        if (those.length === 0) continue
        found++
        expect(isSatisfied(tiers.at(-1) as TermCondition, terms)).toBe(true)
      }
    }),
    { numRuns: 3_000 },
  )
  expect(found).toBeGreaterThan(3_000)
})

function isSatisfied({ groups, atLeast }: TermCondition, terms: ReadonlySet<string>): boolean {
  const holds = groups.map(({ any }) => any.some((term) => terms.has(term)))
  const optional = groups.flatMap((group, at) => (group.optional === true ? [holds[at]] : []))
  const needed = groups.every((group, at) => group.optional === true || holds[at])
  return needed && optional.filter(Boolean).length >= (atLeast ?? optional.length)
}
