import { expect, it } from 'vitest'
import { typosBetween } from '../../src/histories/simple-model.ts'

it.each([
  ['hilton', 'hilton', 0],
  ['hilton', 'hitlon', 1],
  ['hilton', 'hiton', 1],
  ['', 'abc', 3],
  // Optimal string alignment edits no unit twice, so nothing can be inserted between two swapped units.
  ['ca', 'abc', 3],
])('counts the typos between "%s" and "%s" as %d', (a, b, typos) => {
  expect(typosBetween(a, b)).toBe(typos)
  expect(typosBetween(b, a)).toBe(typos)
})
