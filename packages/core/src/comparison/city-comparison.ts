import type { RecordFeatures } from '../features/record-features.ts'
import type { Comparison } from './comparison.ts'

/**
 * Compares cities and countries where coordinates do not already say more. A city that holds
 * the other's words (`Paris La Défense`, `Paris`) may be the same one.
 */
export const cityComparison: Comparison = {
  name: 'city',
  description: 'Whether city and country agree, where a side has no coordinates.',
  levels: ['same', 'contained', 'unknown', 'different', 'other_country'],
  chains: [['same', 'contained', 'different', 'other_country']],
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
  // Another script names the same city in letters that cannot be compared.
  return /[a-z]/.test(a) === /[a-z]/.test(b) ? 'different' : 'unknown'
}
