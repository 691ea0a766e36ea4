/** Letters that Unicode does not decompose, but that people also write without stroke or ligature. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
  // This letter is the final form of the same letter.
  ς: 'σ',
  // These Arabic letters have two final forms, or come from a Persian keyboard.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
}

const LETTERS_PATTERN = /[ßæœøłđðþħıŋŧĸəςٱىیةک]/g
/** A pattern for text that is already folded, such as the words of a search on each lookup. */
const FOLDED_PATTERN = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const ASCII_PATTERN = /^[\x20-\x7e]*$/
/**
 * A pattern that also accepts letters of western and central Europe and curly apostrophes, except İ, ŀ and ŉ, which
 * become two characters.
 */
const LATIN_PATTERN =
  /^[\x20-\x7e\u00b4\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0131-\u013e\u0141-\u0148\u014a-\u017f\u2018\u2019]*$/
const LATIN_LETTER_PATTERN = /[\u00b4\u00df-\u017f\u2018\u2019]/g
const ASCII_POSSESSIVE_PATTERN = /(?<=[a-z0-9])['`]s(?![a-z0-9])/g
const ASCII_SEPARATOR_PATTERN = /[^a-z0-9]+/g
/**
 * A pattern for marks that people omit: on Latin, Greek and Cyrillic letters, and in Arabic and Hebrew. In Arabic and
 * Hebrew, vowels are marks, and so is the hamza of أ. On kana, a mark makes another letter (アパ is not アハ), so it stays.
 */
const MARK_PATTERN =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])\p{M}+/gu
/** A character that widens an Arabic word without changing it. */
const TATWEEL = '\u0640'
/** A pattern for a possessive: `Sandy's` is one word, but `l'Europe` is two words. */
const POSSESSIVE_PATTERN = /(?<=[\p{L}\p{N}])['’‘ʼ`´]s(?![\p{L}\p{N}])/gu
/**
 * A pattern for separators. They include marks without a letter in front of them: remains of an emoji or a separately
 * typed accent.
 */
const SEPARATOR_PATTERN = /(?:^\p{M}|[^\p{L}\p{N}\p{M}])(?:[^\p{L}\p{N}])*/gu

/**
 * Folds a text so that different spellings become equal. The result is in lower case, without accents on Latin, Greek
 * and Cyrillic letters, and without vowel marks in Arabic and Hebrew. Full width becomes half width. Punctuation,
 * including `&`, becomes one space, but the ends have no space.
 *
 * The function is pure and idempotent. It is part of the index version, because keys are hashes of folded text.
 */
export function fold(text: string): string {
  if (FOLDED_PATTERN.test(text)) return text
  if (ASCII_PATTERN.test(text)) return foldAscii(text)
  return LATIN_PATTERN.test(text) ? foldLatin(text) : foldAny(text)
}

/** Returns the same result as {@link foldAny}, but much faster. Most texts are ASCII. */
function foldAscii(text: string): string {
  return text.toLowerCase().replace(ASCII_POSSESSIVE_PATTERN, 's').replace(ASCII_SEPARATOR_PATTERN, ' ').trim()
}

/** Returns the same result as {@link foldAny} in a third of the time. */
function foldLatin(text: string): string {
  return foldAscii(text.toLowerCase().replace(LATIN_LETTER_PATTERN, asciiOf))
}

const asciiLetters = new Map<string, string>()

/** Returns a lower-case ASCII letter without mark or stroke, or an apostrophe. */
function asciiOf(letter: string): string {
  let ascii = asciiLetters.get(letter)
  if (ascii === undefined) {
    ascii = foldAny(letter) || "'"
    asciiLetters.set(letter, ascii)
  }
  return ascii
}

function foldAny(text: string): string {
  // NFKC would change the accent of `Sandy´s` into a space with a mark.
  const letters = text
    .replaceAll('´', "'")
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(TATWEEL, '')
    .replace(MARK_PATTERN, '$1')
    .normalize('NFC')
    .replace(LETTERS_PATTERN, (letter) => LETTERS[letter] ?? letter)
  return letters.replace(POSSESSIVE_PATTERN, 's').replace(SEPARATOR_PATTERN, ' ').trim()
}
