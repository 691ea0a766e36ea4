import { distance } from 'fastest-levenshtein'

/**
 * Reports whether two folded words differ by few typos: one typo for words of four letters or more, up to two typos for
 * words of eight letters or more. Shorter words must be equal to count as one word.
 */
export function isTypoOf(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  const longer = Math.max(a.length, b.length)
  if (shorter < 4 || longer - shorter > 2) return false
  return distance(a, b) <= (shorter >= 8 ? 2 : 1)
}

/** Returns the letters of a word as 32 bits. Several letters may share a bit. */
export function letterSet(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

/**
 * Reports whether two words may differ by a typo, from their letter sets alone. The result is false only if `isTypoOf`
 * returns false: each edit removes at most one letter and adds at most one letter.
 */
export function mayBeTypoOf(lettersOfA: number, lettersOfB: number): boolean {
  return !hasMoreThanTwo(lettersOfA & ~lettersOfB) && !hasMoreThanTwo(lettersOfB & ~lettersOfA)
}

function hasMoreThanTwo(bits: number): boolean {
  const withoutOne = bits & (bits - 1)
  return (withoutOne & (withoutOne - 1)) !== 0
}
