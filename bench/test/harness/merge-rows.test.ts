import { expect, test } from 'vitest'
import { mergeRows } from '../../harness/merge-rows.ts'
import { type Row, rowOf } from '../../harness/row.ts'

const BEFORE = { commit: 'aaaa', machine: 'one', at: '2026-11-21T10:00:00.000Z' }
const LONG_BEFORE = { ...BEFORE, commit: '0000' }

function row(id: string, value: number): Row {
  return rowOf([id, id, value, 's'])
}

test('a measured row replaces the one of its id, and the others say in which run they were measured', () => {
  const earlier = [row('a', 1), { ...row('b', 1), measured: LONG_BEFORE }, row('c', 1)]
  expect(mergeRows([row('c', 2)], earlier, BEFORE)).toEqual([
    { ...row('a', 1), measured: BEFORE },
    { ...row('b', 1), measured: LONG_BEFORE },
    row('c', 2),
  ])
})

test('a measured row of an earlier merge has no earlier run any more', () => {
  const earlier = [{ ...row('a', 1), measured: LONG_BEFORE }]
  expect(mergeRows([row('a', 2)], earlier, BEFORE)).toEqual([row('a', 2)])
})

test('a new row follows the row before it in its part, and a new part is last', () => {
  const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id)
  const earlier = [row('a', 1), row('a.p50', 1), row('b', 1)]
  expect(idsOf(mergeRows([row('a', 2), row('a.p99', 2), row('a.p50', 2)], earlier, BEFORE))).toEqual([
    'a',
    'a.p99',
    'a.p50',
    'b',
  ])
  expect(idsOf(mergeRows([row('c', 2), row('c.p99', 2)], earlier, BEFORE))).toEqual(['a', 'a.p50', 'b', 'c', 'c.p99'])
})
