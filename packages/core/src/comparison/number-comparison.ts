import type { NameFeatures, NameWord, RecordFeatures } from '../features/record-features.ts'
import type { Comparison } from './comparison.ts'

const LEVELS = ['same', 'unknown', 'one_sided', 'different_words', 'different'] as const

/**
 * Compares the numbers in names: `K Hotel 12` and `K Hotel 14` stand side by side and are two
 * hotels. A number that is also a part of the other side's address or postcode says nothing.
 */
export const numberComparison: Comparison = {
  name: 'number',
  description: 'Whether the numbers in two names agree; another number is another place.',
  levels: LEVELS,
  compare: (left, right) => {
    const [a, b] = [left.names[0], right.names[0]]
    if (a === undefined || b === undefined) return 'unknown'
    // Most names have none, and this runs for every candidate.
    if (!a.words.some(isNumber) && !b.words.some(isNumber)) return 'unknown'
    const numbersOfA = numbersOf(a, left, right)
    const numbersOfB = numbersOf(b, left, right)
    if (numbersOfA.size === 0 && numbersOfB.size === 0) return 'unknown'
    if (numbersOfA.size === 0 || numbersOfB.size === 0) return 'one_sided'
    for (const value of numbersOfA.keys()) if (numbersOfB.has(value)) return 'same'
    const strict = [...numbersOfA.values()].some(Boolean) && [...numbersOfB.values()].some(Boolean)
    return strict ? 'different' : 'different_words'
  },
  show: ({ name }) => name?.match(/\d+/g)?.join(', '),
}

function isNumber({ kind }: NameWord): boolean {
  return kind === 'number'
}

/** Value of each number in a name with whether it is strict; numbers of the addresses left out. */
function numbersOf(name: NameFeatures, ...records: readonly RecordFeatures[]): Map<string, boolean> {
  const numbers = new Map<string, boolean>()
  for (const { kind, text, strict } of name.words) {
    if (kind !== 'number') continue
    const ofAddress = records.some(
      ({ address, postcode }) => (address !== undefined && String(address.houseNumber) === text) || postcode === text,
    )
    if (!ofAddress) numbers.set(text, strict)
  }
  return numbers
}
