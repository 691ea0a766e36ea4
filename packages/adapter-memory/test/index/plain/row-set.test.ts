import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bitset, wordsFor } from '../../../src/index/bits/bitset.ts'
import { RowSet } from '../../../src/index/plain/row-set.ts'
import { TermTable } from '../../../src/index/plain/term-table.ts'

const ROWS = 20_000

function rowsOf(addTo: (bits: Bitset) => void): number[] {
  const bits = new Uint32Array(wordsFor(ROWS))
  addTo(bits)
  return Array.from({ length: ROWS }, (_, row) => row).filter((row) => ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1)
}

describe('a set of rows', () => {
  it('has exactly the added and not removed rows, in both forms and for a growing total', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ from: fc.nat(ROWS - 1), count: fc.nat(900), adds: fc.boolean() }), { maxLength: 12 }),
        (steps) => {
          const set = new RowSet([])
          const expected = new Set<number>()
          for (const [at, { from, count, adds }] of steps.entries()) {
            const rowsInAll = Math.round((ROWS * (at + 1)) / steps.length)
            for (let row = from; row < Math.min(rowsInAll, from + count); row++) {
              if (adds && !expected.has(row)) {
                set.add(row, rowsInAll)
                expected.add(row)
              } else if (!adds && expected.delete(row)) set.remove(row)
            }
            expect(set.size).toBe(expected.size)
          }
          expect(rowsOf((bits) => set.addTo(bits))).toEqual([...expected].sort((a, b) => a - b))
        },
      ),
      runs(60),
    )
  })
})

describe('the table of terms', () => {
  it('returns the rows of a term for none to thousands of rows', () => {
    const table = new TermTable()
    const { term } = table.numberOf('name:ritz')
    expect([table.count(term), table.unusedCount]).toEqual([0, 1])
    for (let row = 0; row < 3_000; row++) table.addRow(term, row * 2, ROWS)
    expect([table.count(term), table.unusedCount]).toEqual([3_000, 0])
    for (let row = 2_999; row >= 0; row--) {
      if (row % 500 === 0) expect(rowsOf((bits) => table.addTo(term, bits)).length).toBe(row + 1)
      table.removeRow(term, row * 2)
    }
    expect([table.count(term), table.unusedCount]).toEqual([0, 1])
    expect(rowsOf((bits) => table.addTo(term, bits))).toEqual([])
    expect(table.numberOf('name:ritz')).toEqual({ term, isNew: false })
  })
})
