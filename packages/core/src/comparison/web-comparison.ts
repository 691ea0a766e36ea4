import type { Comparison } from './comparison.ts'

/**
 * Compares web addresses. Chains put all their hotels on one host, so with a known brand the
 * host alone tells little and another page of it tells against.
 */
export const webComparison: Comparison = {
  name: 'web',
  description: 'Whether the web addresses agree.',
  levels: ['same_page', 'same_host', 'chain_host', 'unknown', 'different'],
  chains: [['same_page', 'same_host', 'chain_host', 'different']],
  speaks: ({ web }) => web !== undefined,
  compare: (left, right) => {
    const { web: a } = left
    const { web: b } = right
    if (a === undefined || b === undefined) return 'unknown'
    const branded = left.brand !== undefined || right.brand !== undefined
    if (a.page === b.page && (a.host !== a.page || !(a.shared || branded))) return 'same_page'
    if (a.shared || b.shared) return 'unknown'
    if (a.host === b.host) return branded ? 'chain_host' : 'same_host'
    return 'different'
  },
  show: ({ website }) => website,
}
