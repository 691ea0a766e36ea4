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

/** The letters of a word, one of 32 bits each; letters may share one. */
export function letterSet(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/**
 * False only where `isTypoOf` is, told from the letters alone: each edit takes away one of them at most and brings one
 * at most.
 */
export function mayBeTypoOf(lettersOfA: number, lettersOfB: number): boolean {
  return !hasMoreThanTwo(lettersOfA & ~lettersOfB) && !hasMoreThanTwo(lettersOfB & ~lettersOfA)
}

function hasMoreThanTwo(bits: number): boolean {
  const withoutOne = bits & (bits - 1)
  return (withoutOne & (withoutOne - 1)) !== 0
}
