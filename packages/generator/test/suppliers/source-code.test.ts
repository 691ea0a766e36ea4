import { expect, test } from 'vitest'
import { permute, unpermute } from '../../src/suppliers/source-code.ts'

const VALUES = [0, 1, 2, 3, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1]

test('the inverse with the same key returns the number, at both ends of 32 bits', () => {
  for (const value of VALUES) {
    const code = permute(value, 7, 6, 0)
    expect(unpermute(code, 7, 6, 0)).toBe(value)
    expect(code).toBeGreaterThanOrEqual(0)
    expect(code).toBeLessThan(2 ** 32)
  }
})

test('neighbouring products have distant codes, and another supplier has other codes', () => {
  const codes = Array.from({ length: 2_000 }, (_, value) => permute(value, 7, 6, 0))
  expect(new Set(codes).size).toBe(codes.length)
  const neighbours = codes.filter((code, value) => Math.abs(code - (codes[value + 1] ?? 0)) < 1_000)
  expect(neighbours.length).toBeLessThan(10)
  expect(codes.filter((code, value) => code === permute(value, 7, 6, 1)).length).toBeLessThan(3)
})
