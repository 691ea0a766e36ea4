import { extractFeatures } from '../../features/extract/extract-features.ts'
import type { NameFeatures, RecordFeatures } from '../../features/record-features.ts'
import type { Comparison } from '../comparison.ts'
import { numbersOf } from './name-numbers.ts'

const LEVELS = ['same', 'unknown', 'one_sided', 'different_words', 'different'] as const

/**
 * Compares the numbers in names: `K Hotel 12` and `K Hotel 14` are two adjacent hotels. The letters of `Tower A` and
 * `Tower B` count as numbers. The comparison ignores a number that is also in the other record's address or postcode,
 * unless the number identifies a part of the place.
 */
export const numberComparison: Comparison = {
  name: 'number',
  description: 'Whether the numbers in two names agree. A different number means a different place.',
  levels: LEVELS,
  monotoneLevels: [['same', 'one_sided', 'different_words', 'different']],
  isPresent: ({ names: [name] }) => name !== undefined && numbersOf(name).length > 0,
  oneSideIsEnough: true,
  cost: 6,
  compare: (left, right) => {
    const [a, b] = [left.names[0], right.names[0]]
    if (a === undefined || b === undefined) return 'unknown'
    const numbersOfA = numbersOutsideAddress(a, left, right)
    const numbersOfB = numbersOutsideAddress(b, left, right)
    if (numbersOfA.size === 0 && numbersOfB.size === 0) return 'unknown'
    if (numbersOfA.size === 0 || numbersOfB.size === 0) return 'one_sided'
    for (const value of numbersOfA.keys()) if (numbersOfB.has(value)) return 'same'
    const strict = [...numbersOfA.values()].some(Boolean) && [...numbersOfB.values()].some(Boolean)
    return strict ? 'different' : 'different_words'
  },
  show: (content) => {
    const [name] = extractFeatures(content).names
    const numbers = name === undefined ? [] : numbersOf(name)
    return numbers.length === 0 ? undefined : numbers.map(({ value }) => value).join(', ')
  },
}

/**
 * Returns the numbers in a name by value, without house numbers and postcodes. Each number has a flag for strictness.
 */
function numbersOutsideAddress(name: NameFeatures, ...records: readonly RecordFeatures[]): Map<string, boolean> {
  const numbers = new Map<string, boolean>()
  for (const { value, strict, mayBeAddressNumber } of numbersOf(name)) {
    const ofAddress =
      mayBeAddressNumber &&
      records.some(
        ({ address, postcode }) =>
          (address !== undefined && String(address.houseNumber) === value) || postcode === value,
      )
    if (!ofAddress) numbers.set(value, strict)
  }
  return numbers
}
