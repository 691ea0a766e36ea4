/**
 * Returns the character mask of a word: one bit for each character, modulo 32. A typo sets at most one bit and clears
 * at most one bit.
 */
export function characterMask(word: string): number {
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= 1 << (word.charCodeAt(at) & 31)
  return marks
}
