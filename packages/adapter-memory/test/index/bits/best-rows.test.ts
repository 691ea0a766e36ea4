import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rankedRange } from '../../../src/index/bits/top-rows.ts'

it('a range of an ordering equals the range after sorting everything', () => {
  const rows = fc.uniqueArray(fc.nat(500), { maxLength: 200 })
  fc.assert(
    fc.property(rows, fc.nat(200), fc.nat(50), (list, from, count) => {
      const to = Math.min(list.length, from + count)
      const start = Math.min(from, to)
      // Descending groups of ten ascending rows: not the order of the numbers.
      const key = (row: number): number => -Math.floor(row / 10) * 1_000 + row
      const expected = [...list].sort((a, b) => key(a) - key(b)).slice(start, to)
      expect(rankedRange([...list], start, to, (a, b) => key(a) < key(b))).toEqual(expected)
    }),
    runs(500),
  )
})
