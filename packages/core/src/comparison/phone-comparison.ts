import type { Comparison } from './comparison.ts'

const TAIL = 10_000_000

/** Compares phone numbers by their last digits, however country and trunk prefixes are written. */
export const phoneComparison: Comparison = {
  name: 'phone',
  description: 'Whether the phone numbers agree.',
  levels: ['same', 'same_exchange', 'different', 'unknown'],
  chains: [['same', 'same_exchange', 'different']],
  speaks: ({ phone }) => phone !== undefined,
  compare: ({ phone: a }, { phone: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    if (isSamePhone(a, b)) return 'same'
    // Extensions of one switchboard differ in the last two digits.
    return Math.floor(a / 100) === Math.floor(b / 100) ? 'same_exchange' : 'different'
  },
  show: ({ phone }) => phone,
}

/** Whether two numbers agree, each by its last nine digits; false where one is not known. */
export function isSamePhone(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && a % TAIL === b % TAIL
}
