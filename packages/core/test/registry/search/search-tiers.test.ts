import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addRecordTerms, goldenRecordTerms } from '../../../src/features/extract/search-terms.ts'
import { ExpandedWords, expansionRequests, NO_EXPANSION } from '../../../src/registry/search/search-expansion.ts'
import { countWidestTiers, exactTiers, expandedTiers, lastTiers } from '../../../src/registry/search/search-tiers.ts'
import { type SearchWords, searchWords } from '../../../src/registry/search/search-words.ts'
import type { TermCondition } from '../../../src/storage/search-query.ts'

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

/**
 * Returns the tiers of each stage of a search. Also returns the number of its widest tiers, which find all products.
 */
function stagesOf(words: SearchWords, seed: number): readonly (readonly [tiers: TermCondition[], last: number])[] {
  const requests = expansionRequests(words)
  const lists = requests.map((_, at) => WORDS.slice((seed + at) % WORDS.length).slice(0, (seed + at) % 4))
  const begun = new ExpandedWords(requests, lists, 'prefix')
  const misspelt = new ExpandedWords(requests, lists, 'typos')
  const exact = exactTiers(words)
  const expanded = [...exact, ...expandedTiers(words, begun), ...expandedTiers(words, misspelt)]
  const last = [...expanded, ...lastTiers(words, NO_EXPANSION), ...lastTiers(words, misspelt)]
  return [
    [exact, countWidestTiers(words, false)],
    [expanded, countWidestTiers(words, false)],
    [last, countWidestTiers(words, true)],
  ]
}

it('has last tiers that find all products of the others, at each stage', () => {
  const found = [0, 0, 0]
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 3 }), fc.nat(99), text, (records, which, typed) => {
      const { name, category = 'other', location } = records[which % records.length] as (typeof records)[number]
      // The words of all its records and its displayed country find a product.
      const terms = goldenRecordTerms({ name, category, ...location }, undefined, undefined)
      for (const each of records) {
        addRecordTerms(terms, { supplier: 'alpha', code: 'A', ...each } as never, 'Alpha', undefined)
      }
      for (const asked of [
        name,
        `${name} ${location?.city ?? ''}`,
        `${location?.city ?? ''} ${name}`,
        typed,
        `${name} ${typed}`,
      ]) {
        const words = searchWords(asked, undefined)
        if (words === undefined) continue
        for (const [stage, [tiers, last]] of stagesOf(words, which).entries()) {
          if (!tiers.some((tier) => isSatisfied(tier, terms))) continue
          found[stage] = (found[stage] as number) + 1
          expect(tiers.slice(-last).some((tier) => isSatisfied(tier, terms))).toBe(true)
        }
      }
    }),
    runs(700),
  )
  // This must include searches for which no narrower stage finds anything.
  expect(found[0]).toBeGreaterThan(times(700))
  expect(found[1]).toBeGreaterThan(found[0] as number)
  expect(found[2]).toBeGreaterThan(found[1] as number)
})

function isSatisfied({ groups, minShouldMatch }: TermCondition, terms: ReadonlySet<string>): boolean {
  const holds = groups.map(({ any }) => any.some((term) => terms.has(term)))
  const optional = groups.flatMap((group, at) => (group.optional === true ? [holds[at]] : []))
  const needed = groups.every((group, at) => group.optional === true || holds[at])
  return needed && optional.filter(Boolean).length >= (minShouldMatch ?? optional.length)
}
