import { distance } from 'fastest-levenshtein'

/**
 * True when two folded words are one or two typos apart: one edit from four letters on, two
 * from eight on. Shorter words that differ are different words.
 */
export function isTypoOf(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  const longer = Math.max(a.length, b.length)
  if (shorter < 4 || longer - shorter > 2) return false
  return distance(a, b) <= (shorter >= 8 ? 2 : 1)
}
