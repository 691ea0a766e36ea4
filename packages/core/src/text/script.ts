/** Scripts that are written without spaces between words. */
const SPACELESS_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const RUN_PATTERN =
  /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|\p{Script=Hangul}+|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}]+|\p{N}+|[^\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{N}々ー]+/gu

/** Where the first of them begins, Thai; most words end before, which is told faster than by the pattern. */
const SPACELESS_FROM = 0x0e00

/** True when a text holds letters of a script that puts no spaces between words. */
export function isSpaceless(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) >= SPACELESS_FROM) return SPACELESS_PATTERN.test(text)
  }
  return false
}

/**
 * Cuts a folded word of such a script where the script changes: Japanese names are mostly
 * a chain of kanji, katakana and Latin parts, and each part is close to a word.
 */
export function splitAtScriptChange(word: string): string[] {
  return word.match(RUN_PATTERN) ?? [word]
}

const WORD_LENGTHS: readonly (readonly [script: RegExp, length: number])[] = [
  [/^[\p{Script=Han}\p{Script=Hangul}々]/u, 2],
  [/^[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, 3],
]
const WORD_LENGTH_ELSE = 4

/** How many characters of such a script make about the shortest word that tells something, by its first character. */
export function wordLength(text: string): number {
  return WORD_LENGTHS.find(([script]) => script.test(text))?.[1] ?? WORD_LENGTH_ELSE
}

/** Words as one text, with spaces only where their scripts have any. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isJoined = text === '' || (isSpaceless(text.slice(-1)) && isSpaceless(word.slice(0, 1)))
    return `${text}${isJoined ? '' : ' '}${word}`
  }, '')
}

/** The overlapping pairs of characters of a word; the word itself when it has one. */
export function bigrams(word: string): string[] {
  const characters = [...word]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`)
}

const LATIN_PATTERN = /\p{Script=Latin}/u
/** Scripts of which one text uses as many as it likes, each a bit: Japanese mixes its three with Chinese characters. */
const WRITINGS: readonly RegExp[] = [
  LATIN_PATTERN,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
  ...(
    'Greek Cyrillic Armenian Georgian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Tamil Telugu Kannada ' +
    'Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Ethiopic Mongolian Hangul'
  )
    .split(' ')
    .map((script) => /* linear: looks for one character. */ new RegExp(`\\p{Script=${script}}`, 'u')),
]
/** Of a text with letters that are not Latin; alone, of letters of a script that is not among those. */
const OTHER_LETTER_BIT = 1 << WRITINGS.length
/** Most names are in Latin letters alone, and need not be looked at for any other. */
const OTHER_LETTER_PATTERN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}\P{L}]/u

const LAST_ASCII = 0x7f
/** Makes a capital letter of ASCII a small one; what is no letter does not become one. */
const SMALL = 0x20

/** In which scripts a text is written, as bits; 0 without letters, which are all that belongs to a script. */
export function scriptsOf(text: string): number {
  if (!OTHER_LETTER_PATTERN.test(text)) return LATIN_PATTERN.test(text) ? 1 : 0
  return scriptsOfWritings(writingsOf(text))
}

/**
 * What {@link scriptsOfWritings} needs to know of a text, as bits; those of several texts side by side are the bits of each
 * together.
 */
export function writingsOf(text: string): number {
  let isLatin = false
  let at = 0
  // Most words are ASCII, which needs no pattern.
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit > LAST_ASCII) break
    const letter = (unit | SMALL) - 0x61
    if (letter >= 0 && letter < 26) isLatin = true
  }
  if (at === text.length) return isLatin ? 1 : 0
  let writings = OTHER_LETTER_PATTERN.test(text) ? OTHER_LETTER_BIT : 0
  for (const [bit, pattern] of WRITINGS.entries()) if (pattern.test(text)) writings |= 1 << bit
  return writings
}

/** The {@link scriptsOf} of the texts whose writings these are. */
export function scriptsOfWritings(writings: number): number {
  if ((writings & OTHER_LETTER_BIT) === 0) return writings & 1
  const scripts = writings & (OTHER_LETTER_BIT - 1)
  return scripts === 0 ? OTHER_LETTER_BIT : scripts
}

/** The one script that a text is written in, as a number from 1 on; 0 when there are several, or no letters. */
export function scriptOf(text: string): number {
  const scripts = scriptsOf(text)
  const bit = 31 - Math.clz32(scripts)
  return scripts === 1 << bit ? bit + 1 : 0
}
