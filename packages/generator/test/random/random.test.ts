import { expect, test } from 'vitest'
import { hashNumbers, Random } from '../../src/random/random.ts'

test('a stream is the same each time, and differs from its neighbours', () => {
  const draws = (...key: readonly number[]): readonly number[] => {
    const random = new Random(...key)
    return Array.from({ length: 20 }, () => random.next())
  }
  expect(draws(1, 2, 3)).toEqual(draws(1, 2, 3))
  const others = [draws(1, 2, 4), draws(1, 3, 2), draws(2, 2, 3), draws(1 + 2 ** 32, 2, 3)].flat()
  expect(others.filter((value) => draws(1, 2, 3).includes(value))).toEqual([])
})

test('the first draws of neighbouring streams are spread evenly', () => {
  const tenths = new Array<number>(10).fill(0)
  for (let index = 0; index < 20_000; index++) {
    const tenth = new Random(1, 2, index).below(10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  // Expect 2,000 of each number, within six standard deviations.
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(260)
})

test('draws follow the weights, and a weight of 0 is never drawn', () => {
  const random = new Random(3)
  const counts = { never: 0, seldom: 0, often: 0 }
  for (let i = 0; i < 4_000; i++) {
    counts[
      random.weighted([
        ['never', 0],
        ['seldom', 1],
        ['often', 3],
      ] as const)
    ]++
  }
  expect(counts.never).toBe(0)
  expect(counts.often / counts.seldom).toBeGreaterThan(2.5)
  expect(counts.often / counts.seldom).toBeLessThan(3.5)
})

test('rejects weights that add up to 0, with the remedy', () => {
  expect(() => new Random(1).pick([])).toThrow('give at least one item')
  expect(() => new Random(1).weighted([['a', 0]])).toThrow('give one choice a weight above 0')
})

test('hashes depend on order', () => {
  expect(hashNumbers(1, 2)).not.toBe(hashNumbers(2, 1))
})
