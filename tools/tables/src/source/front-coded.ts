/** At most so many characters are shared, one digit. */
const SHARED_MOST = 9

/** Writes a sorted list of words as `readFrontCoded` of core reads it. */
export function frontCoded(words: readonly string[]): string {
  let before = ''
  return words
    .map((word) => {
      if (/\d/.test(word)) throw new Error(`"${word}" has a digit, which stands between words.`)
      let shared = 0
      while (shared < Math.min(SHARED_MOST, before.length) && before[shared] === word[shared]) shared++
      before = word
      return `${shared}${word.slice(shared)}`
    })
    .join('')
}
