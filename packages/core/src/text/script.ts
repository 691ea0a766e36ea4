/** Scripts that are written without spaces between words. */
const SPACELESS_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const RUN_PATTERN =
  /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+|\p{N}+|[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{N}々ー]+/gu

/** True when a text holds letters of a script that puts no spaces between words. */
export function isSpaceless(text: string): boolean {
  return SPACELESS_PATTERN.test(text)
}

/**
 * Cuts a folded word of such a script where the script changes: Japanese names are mostly
 * a chain of kanji, katakana and Latin parts, and each part is close to a word.
 */
export function splitAtScriptChange(word: string): string[] {
  return word.match(RUN_PATTERN) ?? [word]
}

/** The overlapping pairs of characters of a word; the word itself when it has one. */
export function bigrams(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}
