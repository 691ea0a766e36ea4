import { expect, test } from 'vitest'
import { RecentIds } from '../../../src/storage/ledger/recent-ids.ts'

test('returns whether an id was recently read', () => {
  const asked = new RecentIds()
  const ids = [0, 1, 4_092, 2 ** 47 - 1]
  for (const id of ids) expect(asked.noteAndTest(id), `${id}`).toBe(false)
  for (const id of ids) expect(asked.noteAndTest(id), `${id}`).toBe(true)
})

test('two ids in one slot are never confused', () => {
  const asked = new RecentIds()
  expect(asked.noteAndTest(5)).toBe(false)
  expect(asked.noteAndTest(5 + 4_093)).toBe(false)
  expect(asked.noteAndTest(5)).toBe(false)
})
