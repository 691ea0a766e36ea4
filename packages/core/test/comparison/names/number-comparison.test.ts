import { describe, expect, test } from 'vitest'
import { numberComparison } from '../../../src/comparison/names/number-comparison.ts'

describe('an explanation shows the numbers that were compared', () => {
  test.each([
    ['K Hotel 12', '12'],
    ['K Hotel 012a', '12a'],
    ['Tower A', 'a'],
    ['Villa Sol III', '3'],
    ['Villa Sol I', '1'],
    ['Four Quxwelby', '4'],
    ['T2 Vieux Port', '2'],
    ['Block 3, Villa 14', '3, 14'],
    ['Quxwelby', undefined],
    [undefined, undefined],
  ])('%s: %s', (name, shown) => {
    expect(numberComparison.show(name === undefined ? {} : { name })).toBe(shown)
  })

  test('the city after a name is omitted, as in the comparison', () => {
    expect(numberComparison.show({ name: 'Villa Sol I Paris', location: { city: 'Paris' } })).toBe('1')
  })
})
