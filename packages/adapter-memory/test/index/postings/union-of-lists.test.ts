import fc from 'fast-check'
import { expect, it } from 'vitest'
import { unionOfLists } from '../../../src/index/postings/union.ts'

const ROWS = 5_000
const list = fc.uniqueArray(fc.nat(ROWS - 1), { maxLength: 200 }).map((rows) => Uint32Array.from(rows).sort())

it('has the rows of all lists, ascending and distinct, independent of earlier unions', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), fc.constantFrom(ROWS, 40_000), (lists, rowsInAll) => {
      const bound = lists.reduce((sum, { length }) => sum + length, 0)
      const all = [...new Set(lists.flatMap((rows) => [...rows]))].sort((a, b) => a - b)
      expect([...unionOfLists(lists, bound, rowsInAll)]).toEqual(all)
    }),
  )
})
