import { expect, test } from 'vitest'
import { RecentIds } from '../../../src/storage/ledger/recent-ids.ts'

test('tells whether an id was asked for lately', () => {
  const asked = new RecentIds()
  const ids = [0, 1, 4_092, 2 ** 47 - 1]
  for (const id of ids) expect(asked.noteAndTest(id), `${id}`).toBe(false)
  for (const id of ids) expect(asked.noteAndTest(id), `${id}`).toBe(true)
})

test('two ids at one place are never taken for each other', () => {
  const asked = new RecentIds()
  expect(asked.noteAndTest(5)).toBe(false)
  expect(asked.noteAndTest(5 + 4_093)).toBe(false)
  expect(asked.noteAndTest(5)).toBe(false)
})
