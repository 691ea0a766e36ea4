import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { termHash } from '../../../src/index/columns/term-hash.ts'
import type { PostingList } from '../../../src/index/postings/posting-list.ts'
import { TermGroupRows } from '../../../src/index/query/term-group-rows.ts'
import { TermSegment } from '../../../src/index/terms/term-segment.ts'
import { TermSegmentBuilder } from '../../../src/index/terms/term-segment-builder.ts'

const ROWS = 40_000
/** One in `oneIn` rows has the term. The terms are a bitset, a list with skip entries, and shorter lists. */
const TERMS: readonly (readonly [term: string, oneIn: number])[] = [
  ['name:bits', 3],
  ['name:steps', 40],
  ['place:some', 2_000],
  ['other:few', 9_000],
  ['city:one', 40_000],
]

function holds(row: number, at: number): boolean {
  const [, oneIn] = TERMS[at] as (typeof TERMS)[number]
  return (row * 7_919 + at) % oneIn === 0
}

/** Returns a segment. Row r has id r + 1. */
function segment(): TermSegment {
  const builder = new TermSegmentBuilder()
  for (let row = 0; row < ROWS; row++) {
    const terms = TERMS.filter((_, at) => holds(row, at)).map(([term]) => term)
    builder.add({ id: row + 1, revision: 1, rank: 0, terms })
  }
  return new TermSegment(builder.finish())
}

it('counts without a union with the largest term, for any deleted rows, if that is fast', () => {
  const whole = segment()
  let quick = 0
  let withDead = 0
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(TERMS.length - 1), { minLength: 1, maxLength: TERMS.length }),
      fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 40 }),
      (those, dead) => {
        const own = new TermSegment(whole.columns)
        for (const row of dead) own.markDeleted(row)
        const rows = those.map(
          (at): PostingList => own.rows(own.find(termHash((TERMS[at] as (typeof TERMS)[number])[0]))),
        )
        const count = new TermGroupRows(own, rows).quickCount()
        if (count === undefined) return
        quick++
        if (dead.length > 0) withDead++
        const buried = new Set(dead)
        let wanted = 0
        for (let row = 0; row < ROWS; row++) if (!buried.has(row) && those.some((at) => holds(row, at))) wanted++
        expect(count).toBe(wanted)
      },
    ),
    runs(200),
  )
  expect(quick).toBeGreaterThan(times(20))
  expect(withDead).toBeGreaterThan(times(10))
})
