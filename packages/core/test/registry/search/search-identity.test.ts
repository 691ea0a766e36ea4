import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCursor, writeCursor } from '../../../src/registry/search/search-cursor.ts'
import { searchIdentity } from '../../../src/registry/search/search-identity.ts'
import { exactTiers } from '../../../src/registry/search/search-tiers.ts'
import { searchWords } from '../../../src/registry/search/search-words.ts'
import type { TermCondition, TermGroup } from '../../../src/storage/search-query.ts'

const any = fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { minLength: 1, maxLength: 3 })
const groups: fc.Arbitrary<TermGroup> = fc.oneof(
  any.map((each) => ({ any: each })),
  any.map((each) => ({ any: each, optional: true })),
)
/** Tiers that are made from few groups, so that they share groups. */
const tiers: fc.Arbitrary<TermCondition[]> = fc.array(groups, { minLength: 1, maxLength: 4 }).chain((few) =>
  fc.array(
    fc
      .tuple(fc.array(fc.constantFrom(...few), { maxLength: 5 }), fc.option(fc.nat(4), { nil: undefined }))
      .map(([those, minShouldMatch]) => ({
        groups: those,
        ...(minShouldMatch === undefined ? {} : { minShouldMatch }),
      })),
    { maxLength: 6 },
  ),
)

describe('the identity of a search', () => {
  test('is its JSON, whatever its tiers share', () => {
    const circle = fc.option(fc.constant({ center: [1, 2, 3] as const, squaredRadius: 4 }), { nil: undefined })
    fc.assert(
      fc.property(tiers, fc.array(groups, { maxLength: 3 }), circle, (those, filters, near) => {
        // Issued cursors are bound to this JSON, with the name that the member had when they were issued.
        const issued = those.map(({ groups: each, minShouldMatch }) => ({ groups: each, atLeast: minShouldMatch }))
        expect(searchIdentity(those, filters, near)).toBe(JSON.stringify([issued, filters, near ?? null]))
      }),
    )
  })

  test('stays equal to that of cursors issued earlier', () => {
    const words = searchWords('Hotel Ritz Paris', undefined)
    if (words === undefined) throw new Error('There are words.')
    const identity = searchIdentity(exactTiers(words), [{ any: ['country:FR'] }], undefined)
    const cursor = { stage: 'exact' as const, lists: [], after: { tier: 3, key: 5, id: 7 } }
    const givenOut = 'WzEsMzczNDIwOTY3MjEwNzc2NywwLDMsNSw3LFtdXQ'
    expect(writeCursor(cursor, identity)).toBe(givenOut)
    expect(readCursor(givenOut, () => identity)).toEqual(cursor)
  })
})
