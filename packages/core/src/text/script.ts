/** A pattern for scripts without spaces between words. */
const SPACELESS_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const RUN_PATTERN =
  /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+|\p{N}+|[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{N}々ー]+/gu

/**
 * The first code unit of these scripts (Thai). Most words have only lower code units, and this check is faster than the
 * pattern.
 */
const SPACELESS_FROM = 0x0e00

/** Reports whether a text contains letters of a script without spaces between words. */
export function isSpaceless(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= SPACELESS_FROM) return SPACELESS_PATTERN.test(text)
  }
  return false
}

/**
 * Splits a folded word of a script without spaces at changes of script. Japanese names mostly consist of kanji,
 * katakana and Latin parts. Each part is similar to a word.
 */
export function splitAtScriptChange(word: string): string[] {
  return word.match(RUN_PATTERN) ?? [word]
}

const WORD_LENGTHS: readonly (readonly [script: RegExp, length: number])[] = [
  [/^[\p{Script=Han}\p{Script=Hangul}々]/u, 2],
  [/^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, 3],
]
const DEFAULT_WORD_LENGTH = 4

/**
 * Returns the typical number of characters of a short informative word in a script without spaces. The first character
 * of the text determines the script.
 */
export function wordLength(text: string): number {
  return WORD_LENGTHS.find(([script]) => script.test(text))?.[1] ?? DEFAULT_WORD_LENGTH
}

/** Joins words, with spaces only in scripts that use them. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isJoined = text === '' || (isSpaceless(text.slice(-1)) && isSpaceless(word.slice(0, 1)))
    return `${text}${isJoined ? '' : ' '}${word}`
  }, '')
}

/** Returns the overlapping pairs of characters of a word, or the word itself if it has only one character. */
export function bigrams(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

const LATIN_PATTERN = /\p{Script=Latin}/u
/**
 * The groups of scripts that occur together in one text, one bit for each group. Japanese mixes its scripts with
 * Chinese characters.
 */
const SCRIPT_GROUPS: readonly RegExp[] = [
  LATIN_PATTERN,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  ...(
    'Greek Cyrillic Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada ' +
    'Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Ethiopic Mongolian Hangul'
  )
    .split(' ')
    .map((script) => /* linear: looks for one character. */ new RegExp(`\\p{Script=${script}}`, 'u')),
]
/**
 * The bit of a text with other non-Latin letters. If a text has only this bit, no pattern of SCRIPT_GROUPS matches its
 * letters.
 */
const OTHER_LETTER_BIT = 1 << SCRIPT_GROUPS.length
/** A pattern for letters that are not Latin. Most names have only Latin letters and need no further patterns. */
const OTHER_LETTER_PATTERN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\P{L}]/u

const LAST_ASCII = 0x7f
/** The bit that changes an upper-case ASCII letter to lower case. The bit changes no other character into a letter. */
const LOWER_CASE_BIT = 0x20

/** Returns the scripts of a text as bits; 0 for a text without letters, since only letters belong to a script. */
export function scriptsOf(text: string): number {
  if (!OTHER_LETTER_PATTERN.test(text)) return LATIN_PATTERN.test(text) ? 1 : 0
  return scriptsOfGroups(scriptGroupsOf(text))
}

/**
 * Returns the script groups of a text as bits, as input for {@link scriptsOfGroups}. The bits of a joined text are the
 * union of the bits of its parts.
 */
export function scriptGroupsOf(text: string): number {
  let isLatin = false
  let at = 0
  // Most words are ASCII and need no pattern.
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > LAST_ASCII) break
    const letter = (unit | LOWER_CASE_BIT) - 0x61
    if (letter >= 0 && letter < 26) isLatin = true
  }
  if (at === text.length) return isLatin ? 1 : 0
  let groups = OTHER_LETTER_PATTERN.test(text) ? OTHER_LETTER_BIT : 0
  for (const [bit, pattern] of SCRIPT_GROUPS.entries()) if (pattern.test(text)) groups |= 1 << bit
  return groups
}

/** Returns the scripts of texts from their script groups, like {@link scriptsOf}. */
export function scriptsOfGroups(groups: number): number {
  if ((groups & OTHER_LETTER_BIT) === 0) return groups & 1
  const scripts = groups & (OTHER_LETTER_BIT - 1)
  return scripts === 0 ? OTHER_LETTER_BIT : scripts
}

/** Returns the only script of a text as a number from 1; 0 for a text with several scripts or without letters. */
export function scriptOf(text: string): number {
  const scripts = scriptsOf(text)
  const bit = 31 - Math.clz32(scripts)
  return scripts === 1 << bit ? bit + 1 : 0
}
