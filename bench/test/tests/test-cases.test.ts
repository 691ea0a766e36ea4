import { expect, test } from 'vitest'
import type { MovedCases } from '../../tests/moved-cases.ts'
import { lostCases, type TestCases } from '../../tests/test-cases.ts'

function cases(...keys: readonly string[]): TestCases {
  return new Map(keys.map((key) => [key, 1]))
}

function moved(from: RegExp, to: string): MovedCases {
  return { from, to, why: '' }
}

test('a case in the same place is kept, and a missing case is reported as lost', () => {
  expect(lostCases(cases('a.test.ts > one', 'a.test.ts > two'), cases('a.test.ts > one'), [])).toEqual([
    'a.test.ts > two',
  ])
})

test('two cases of one name are two', () => {
  expect(lostCases(new Map([['a.test.ts > one', 2]]), cases('a.test.ts > one'), [])).toEqual(['a.test.ts > one'])
})

test('a case that moved to another file must have its name there', () => {
  const entries = [moved(/^a\.test\.ts > /, 'b.test.ts, b.long.test.ts')]
  const before = cases('a.test.ts > one', 'a.test.ts > two > three')
  expect(lostCases(before, cases('b.test.ts > one', 'b.long.test.ts > two > three'), entries)).toEqual([])
  expect(lostCases(before, cases('b.test.ts > one', 'b.test.ts > three'), entries)).toEqual(['a.test.ts > two > three'])
})

test('a case is looked for under the new path of its file', () => {
  const before = cases('a.test.ts > one', 'a.test.ts > two')
  const renamed = new Map([['a.test.ts', 'folder/a.test.ts']])
  expect(lostCases(before, cases('folder/a.test.ts > one'), [], renamed)).toEqual(['a.test.ts > two'])
})

test('words say what replaced a case', () => {
  const entries = [moved(/^a\.test\.ts > 25 times$/, 'The same case, 8 times.')]
  expect(lostCases(cases('a.test.ts > 25 times'), cases('a.test.ts > 8 times'), entries)).toEqual([])
})

test('an entry that matches no case of before is an error that names it', () => {
  expect(() => lostCases(cases('a.test.ts > one'), cases(), [moved(/^c\.test/, 'b.test.ts')])).toThrow('/^c\\.test/')
})
