import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'

/**
 * The smallest number with all nine digits that features keep. A number from this value up includes the area code in
 * any notation.
 */
const WITH_AREA = 100_000_000
/** The modulus that keeps the last seven digits, for numbers without an area code or with a leading zero. */
const TAIL = 10_000_000

/** Compares phone numbers by their last digits, regardless of country and trunk prefixes. */
export const phoneComparison: Comparison = {
  name: 'phone',
  description: 'Whether the phone numbers agree.',
  levels: ['same', 'same_exchange', 'different', 'unknown'],
  monotoneLevels: [['same', 'same_exchange', 'different']],
  isPresent: ({ phone }) => phone !== undefined,
  hasKeys: true,
  compare: ({ phone: a }, { phone: b }) => comparePhones(a, b),
  compareView: ({ phone: a }, { phone: b }) => comparePhones(a, b),
  fieldOf: ({ phone }) => defined({ phone }),
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
 * Reports whether two numbers agree in the nine digits that features keep. If one number is shorter, the last seven
 * digits decide. Returns false if a number is missing.
 */
export function isSamePhone(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return false
  const common = commonDigits(a, b)
  return a % common === b % common
}

/** Returns 10 to the power of the number of comparable digits: one number may lack its area code. */
function commonDigits(a: number, b: number): number {
  return a >= WITH_AREA && b >= WITH_AREA ? Number.POSITIVE_INFINITY : TAIL
}
