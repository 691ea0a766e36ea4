import type { Comparison } from './comparison.ts'

const LEAST_PREFIX = 2

/** Compares postcodes; one that begins the other (`EH2`, `EH2 4LS`) is as good as the shorter. */
export const postcodeComparison: Comparison = {
  name: 'postcode',
  description: 'Whether the postcodes agree.',
  levels: ['same', 'begins', 'same_district', 'different', 'unknown'],
  chains: [['same', 'begins', 'same_district', 'different']],
  speaks: ({ postcode }) => postcode !== undefined,
  compare: ({ postcode: a }, { postcode: b }) => {
    if (a === undefined || b === undefined) return 'unknown'
    if (a === b) return 'same'
    if (Math.min(a.length, b.length) >= LEAST_PREFIX && (a.startsWith(b) || b.startsWith(a))) return 'begins'
    // The last two or three characters of a postcode tell streets of one district apart.
    const prefix = Math.max(LEAST_PREFIX, Math.min(a.length, b.length) - 2)
    return a.length === b.length && a.slice(0, prefix) === b.slice(0, prefix) ? 'same_district' : 'different'
  },
  show: ({ location }) => location?.postalCode,
}
