import type { RecordFeatures } from '../features/record-features.ts'
import { isTypoOf } from '../text/edit-similarity.ts'
import type { Comparison } from './comparison.ts'

/** How two languages' names of one city are mostly alike: in the first letters, and in length. */
const ALIKE_LETTERS = 3
const ALIKE_SHARE = 0.4
const ALIKE_LENGTHS = 2

/**
 * Compares cities and countries where coordinates do not already say more. A city that holds
 * the other's words (`Paris La Défense`, `Paris`) may be the same one, and one that begins like
 * the other may be called so in another language (`Praha`, `Prague`).
 */
export const cityComparison: Comparison = {
  name: 'city',
  description: 'Whether city and country agree, where a side has no coordinates.',
  levels: ['same', 'contained', 'alike', 'unknown', 'different', 'other_country'],
  chains: [['same', 'contained', 'alike', 'different', 'other_country']],
  speaks: ({ coordinates }) => coordinates === undefined,
  oneSideIsEnough: true,
  compare: (left, right) => {
    if (left.coordinates !== undefined && right.coordinates !== undefined) return 'unknown'
    if (left.country !== undefined && right.country !== undefined && left.country !== right.country)
      return 'other_country'
    return compareCities(left, right)
  },
  show: ({ location }) => [location?.city, location?.country].filter(Boolean).join(', ') || undefined,
}

function compareCities({ city: a }: RecordFeatures, { city: b }: RecordFeatures): string {
  if (a === undefined || b === undefined) return 'unknown'
  if (a === b) return 'same'
  const wordsOfA = new Set(a.split(' '))
  const wordsOfB = new Set(b.split(' '))
  const shared = [...wordsOfA].filter((word) => wordsOfB.has(word)).length
  if (shared > 0 && shared === Math.min(wordsOfA.size, wordsOfB.size)) return 'contained'
  if (areAlike(a, b)) return 'alike'
  // Another script names the same city in letters that cannot be compared.
  return /[a-z]/.test(a) === /[a-z]/.test(b) ? 'different' : 'unknown'
}

function areAlike(a: string, b: string): boolean {
  if (isTypoOf(a, b)) return true
  // `Saint-Lô` and `Saint-Palais` begin alike, too.
  if (a.includes(' ') || b.includes(' ') || Math.abs(a.length - b.length) > ALIKE_LENGTHS) return false
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared >= ALIKE_LETTERS && shared >= ALIKE_SHARE * Math.max(a.length, b.length)
}
