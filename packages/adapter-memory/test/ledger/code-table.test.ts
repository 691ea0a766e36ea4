import { expect, test } from 'vitest'
import { CodeTable } from '../../src/ledger/code-table.ts'

test('continues after a code in order of first arrival, also when its record changed', () => {
  const table = new CodeTable()
  for (const [at, code] of ['c', 'a', 'b'].entries()) table.put({ supplier: 'alpha', code }, at)
  table.put({ supplier: 'alpha', code: 'a' }, 7)
  expect(table.after('alpha', 'c', 5)).toEqual([
    { code: 'a', recordId: 7 },
    { code: 'b', recordId: 2 },
  ])
  expect(table.recordOf({ supplier: 'alpha', code: 'a' })).toBe(7)
})

test.each(['alpha', 'beta'])('rejects continuing after a code that %s never had, which has no position', (supplier) => {
  const table = new CodeTable()
  table.put({ supplier: 'alpha', code: 'a' }, 1)
  expect(() => table.after(supplier, 'x', 5)).toThrow(expect.objectContaining({ code: 'validation_failed' }))
})
