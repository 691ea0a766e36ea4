import { expect, test } from 'vitest'
import { AskedLately } from '../../../src/storage/ledger/asked-lately.ts'

test('tells whether an id was asked for lately', () => {
  const asked = new AskedLately()
  const ids = [0, 1, 4_092, 2 ** 47 - 1]
  for (const id of ids) expect(asked.again(id), `${id}`).toBe(false)
  for (const id of ids) expect(asked.again(id), `${id}`).toBe(true)
})

test('two ids at one place are never taken for each other', () => {
  const asked = new AskedLately()
  expect(asked.again(5)).toBe(false)
  expect(asked.again(5 + 4_093)).toBe(false)
  expect(asked.again(5)).toBe(false)
})
