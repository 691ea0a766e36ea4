import type { Comparison } from '../comparison.ts'

/** From here on a number has all nine digits that features keep: its area too, however it is written. */
const WITH_AREA = 100_000_000
/** What is left of a number that is written without its area, or with a zero before it. */
const TAIL = 10_000_000

/** Compares phone numbers by their last digits, however country and trunk prefixes are written. */
export const phoneComparison: Comparison = {
  name: 'phone',
  description: 'Whether the phone numbers agree.',
  levels: ['same', 'same_exchange', 'different', 'unknown'],
  chains: [['same', 'same_exchange', 'different']],
  speaks: ({ phone }) => phone !== undefined,
  compare: ({ phone: a }, { phone: b }) => comparePhones(a, b),
  glance: ({ phone: a }, { phone: b }) => comparePhones(a, b),
  show: ({ phone }) => phone,
}

function comparePhones(a: number | undefined, b: number | undefined): string {
  if (a === undefined || b === undefined) return 'unknown'
  if (isSamePhone(a, b)) return 'same'
  // Extensions of one switchboard differ in the last two digits.
  const common = commonDigits(a, b)
  return Math.floor((a % common) / 100) === Math.floor((b % common) / 100) ? 'same_exchange' : 'different'
}

/**
 * Whether two numbers agree, by the nine digits that features keep or, where a side has fewer, by the last seven;
 * false where one is not known.
 */
export function isSamePhone(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const common = commonDigits(a, b)
  return a % common === b % common
}

/** Ten to the number of digits by which two numbers can be compared: one may be written without its area. */
function commonDigits(a: number, b: number): number {
  return a >= WITH_AREA && b >= WITH_AREA ? Number.POSITIVE_INFINITY : TAIL
}
