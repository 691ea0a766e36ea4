import { expect, test } from 'vitest'
import { chained } from '../../tests/renamed-tests.ts'

test('renames are followed from the first path to the last', () => {
  const renames = [
    { from: 'a', to: 'b' },
    { from: 'x', to: 'y' },
    { from: 'b', to: 'c' },
    // Another file takes the old path.
    { from: 'z', to: 'a' },
    { from: 'a', to: 'd' },
  ]
  expect([...chained(renames)]).toEqual([
    ['a', 'c'],
    ['x', 'y'],
    ['z', 'd'],
  ])
})
