/** Maximum shared characters: one digit. */
const MAX_SHARED = 9

/** Encodes a sorted list of words for `readFrontCoded` of core. */
export function frontCoded(words: readonly string[]): string {
  let before = ''
  return words
    .map((word) => {
      if (/\d/.test(word)) throw new Error(`"${word}" contains a digit, but digits separate words.`)
      let shared = 0
      while (shared < Math.min(MAX_SHARED, before.length) && before[shared] === word[shared]) shared++
      before = word
      return `${shared}${word.slice(shared)}`
    })
    .join('')
}
