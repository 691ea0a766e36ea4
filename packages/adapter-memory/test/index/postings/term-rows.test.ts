import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachRow, wordsFor } from '../../../src/index/bits/bitset.ts'
import { termHash } from '../../../src/index/columns/term-hash.ts'
import { intersection } from '../../../src/index/postings/posting-list.ts'
import { TermSegment } from '../../../src/index/terms/term-segment.ts'
import { TermSegmentBuilder } from '../../../src/index/terms/term-segment-builder.ts'

const ROWS = 5_000

/**
 * Returns a segment. Row r has id r + 1. There is one term per encoding: single row, short list, list with skip
 * entries, bitset.
 */
function segment(): TermSegment {
  const builder = new TermSegmentBuilder()
  for (let row = 0; row < ROWS; row++) {
    const terms = ['name:all']
    if (row === 4_321) terms.push('name:single')
    if (row % 100 === 7) terms.push('name:short')
    if ((row * 7_919) % 35 === 0) terms.push('name:steps')
    builder.add({ id: row + 1, revision: 1, rank: 0, terms })
  }
  return new TermSegment(builder.finish())
}

test.each([
  ['name:single', (row: number) => row === 4_321],
  ['name:short', (row: number) => row % 100 === 7],
  ['name:steps', (row: number) => (row * 7_919) % 35 === 0],
  ['name:all', () => true],
])('the rows of %s are found completely, and among any others', (text, holds) => {
  const searched = segment()
  const term = searched.find(termHash(text))
  const all = Array.from({ length: ROWS }, (_, row) => row).filter(holds)
  expect(searched.rows(term).count).toBe(all.length)
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: ROWS - 1 }), { maxLength: 400, size: 'max' }), (given) => {
      const rows = Uint32Array.from(given).sort()
      // Reads the list again each time: a fully decoded list is no longer searched by skip entries.
      const few = rows.subarray(0, 3)
      expect([...searched.rows(term).among(few)]).toEqual([...few].filter(holds))
      expect([...searched.rows(term).among(rows)]).toEqual([...rows].filter(holds))
    }),
  )
})

test.each(['name:single', 'name:short', 'name:steps'])(
  'the rows of %s are set range by range, whichever ranges are skipped',
  (text) => {
    const searched = segment()
    const term = searched.find(termHash(text))
    const all = [...searched.rows(term).list]
    const ends = fc.uniqueArray(fc.integer({ min: 0, max: ROWS }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(ends, fc.boolean(), (unsorted, isRead) => {
        const rows = searched.rows(term)
        // A fully decoded list is iterated directly.
        if (isRead) expect(rows.list).toHaveLength(all.length)
        const cursor = rows.cursor()
        const bounds = unsorted.toSorted((a, b) => a - b)
        for (let at = 0; at + 1 < bounds.length; at += 1 + (at % 2)) {
          const [from, end] = [bounds[at] as number, bounds[at + 1] as number]
          const bits = new Uint32Array(wordsFor(ROWS))
          cursor.setRange(from, end, bits)
          const found: number[] = []
          eachRow(bits, (row) => found.push(from + row))
          expect(found).toEqual(all.filter((row) => row >= from && row < end))
        }
      }),
    )
  },
)

test('the intersection of two ascending lists', () => {
  const list = fc
    .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 200, size: 'max' })
    .map((rows) => Uint32Array.from(rows).sort())
  fc.assert(
    fc.property(list, list, (a, b) => {
      expect([...intersection(a, b)]).toEqual([...a].filter((row) => b.includes(row)))
    }),
  )
})
