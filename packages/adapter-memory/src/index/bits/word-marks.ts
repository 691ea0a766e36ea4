/** One bit for each character (modulo 32) of a word: a typo adds one to those in use and takes one away, at most. */
export function marksOf(word: string): number {
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= 1 << (word.charCodeAt(at) & 31)
  return marks
}
