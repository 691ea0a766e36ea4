import { defined } from '../../model/defined.ts'
import type { Comparison } from '../comparison.ts'

const MIN_PREFIX = 2

/**
 * Compares postcodes. A postcode that is a prefix of the other postcode (`EH2`, `EH2 4LS`) counts like two equal short
 * postcodes.
 */
export const postcodeComparison: Comparison = {
  name: 'postcode',
  description: 'Whether the postcodes agree.',
  levels: ['same', 'begins', 'same_district', 'different', 'unknown'],
  monotoneLevels: [['same', 'begins', 'same_district', 'different']],
  isPresent: ({ postcode }) => postcode !== undefined,
  cost: 2,
  compare: ({ postcode: a }, { postcode: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    let alike = 0
    while (alike < a.length && alike < b.length && a.charCodeAt(alike) === b.charCodeAt(alike)) alike++
    return levelOf(a.length, b.length, alike)
  },
  compareView: ({ postcode }, other) => {
    if (postcode === undefined || !other.hasPostcode) return 'unknown'
    const length = other.postcodeLength
    return length === undefined ? undefined : levelOf(postcode.length, length, other.postcodePrefixLength(postcode))
  },
  fieldOf: ({ postcode }) => defined({ postcode }),
  show: ({ location }) => location?.postalCode,
}

/**
 * Returns the level of two postcodes.
 *
 * @param alike - Length of their common prefix.
 */
function levelOf(length: number, otherLength: number, alike: number): string {
  const shorter = Math.min(length, otherLength)
  if (alike === length && alike === otherLength) return 'same'
  if (alike === shorter && shorter >= MIN_PREFIX) return 'begins'
  // The last two or three characters of a postcode distinguish streets of one district.
  const prefix = Math.max(MIN_PREFIX, shorter - 2)
  return length === otherLength && alike >= prefix ? 'same_district' : 'different'
}
