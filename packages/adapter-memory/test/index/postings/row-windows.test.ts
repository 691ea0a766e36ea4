import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { setRow, wordsFor } from '../../../src/index/bits/bitset.ts'
import { termHash } from '../../../src/index/columns/term-hash.ts'
import {
  type WindowedCondition,
  WindowedCount,
  type WindowedGroup,
} from '../../../src/index/postings/windowed-count.ts'
import { TermSegment } from '../../../src/index/terms/term-segment.ts'
import { TermSegmentBuilder } from '../../../src/index/terms/term-segment-builder.ts'

/** The number of rows in five windows. The last window is short and ends within a word. */
const ROWS = 70_003
/**
 * Terms with every `step`-th row of a range. They are bitsets and lists, some in one window only, some at the borders
 * of windows.
 */
const STRETCHES: readonly (readonly [from: number, to: number, step: number])[] = [
  [0, ROWS, 1],
  [0, ROWS, 2],
  [0, ROWS, 50],
  [16_384, 32_768, 1],
  [16_384, 20_000, 3],
  [40_000, ROWS, 5],
  [0, 16_384, 7],
  [65_536, ROWS, 1],
  [16_383, 16_386, 1],
  [32_767, 65_537, 8_193],
  [ROWS - 1, ROWS, 1],
  [0, 1, 1],
  [0, ROWS, 16_384],
]

function holds(row: number, term: number): boolean {
  const [from, to, step] = STRETCHES[term] as (typeof STRETCHES)[number]
  return row >= from && row < to && (row - from) % step === 0
}

function segment(): TermSegment {
  const builder = new TermSegmentBuilder()
  for (let row = 0; row < ROWS; row++) {
    const terms = STRETCHES.flatMap((_, term) => (holds(row, term) ? [`name:t${term}`] : []))
    builder.add({ id: row + 1, revision: 1, rank: 0, terms })
  }
  return new TermSegment(builder.finish())
}

interface Group extends WindowedGroup {
  readonly numbers: readonly number[]
}

it('finds and counts rows that satisfy any of the conditions, for shared groups and skipped windows', () => {
  const searched = segment()
  const term = fc.nat(STRETCHES.length - 1)
  const which = fc.nat(5)
  let found = 0
  fc.assert(
    fc.property(
      fc.array(fc.array(term, { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      fc.array(
        fc.record({
          needed: fc.array(which, { minLength: 1, maxLength: 3 }),
          optional: fc.array(which, { maxLength: 4 }),
          min: fc.nat(4),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 50 }),
      fc.nat(5_000),
      (drawn, asked, deadRows, most) => {
        const groups = drawn.map((numbers): Group => {
          const terms = numbers.map((each) => searched.rows(searched.find(termHash(`name:t${each}`))))
          return { numbers, terms, bound: terms.reduce((sum, { count }) => sum + count, 0) }
        })
        const chosen = (at: number): Group => groups[at % groups.length] as Group
        const conditions = asked.map(({ needed, optional, min }) => ({
          needed: needed.map(chosen),
          optional: optional.map(chosen),
          min: optional.length === 0 ? 0 : Math.min(min, optional.length + 1),
        }))
        const dead = new Uint32Array(wordsFor(ROWS))
        for (const row of deadRows) setRow(dead, row)
        const isIn = (row: number, { numbers }: Group): boolean => numbers.some((each) => holds(row, each))
        const rows: number[] = []
        const gone = new Set(deadRows)
        for (let row = 0; row < ROWS; row++) {
          const isFound = conditions.some(
            ({ needed, optional, min }) =>
              needed.every((group) => isIn(row, group)) && optional.filter((group) => isIn(row, group)).length >= min,
          )
          if (isFound && !gone.has(row)) rows.push(row)
        }
        found += Math.sign(rows.length)
        const windows = (): WindowedCount =>
          new WindowedCount(wordsFor(ROWS), conditions satisfies WindowedCondition[], gone.size > 0 ? dead : undefined)
        expect(windows().count()).toBe(rows.length)
        expect([...windows().first(most)]).toEqual(rows.slice(0, most))
      },
    ),
    runs(60),
  )
  expect(found).toBeGreaterThan(times(20))
})
