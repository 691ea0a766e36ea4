/** Letters that Unicode does not decompose, but that people write without stroke or ligature. */
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
  // The final form of the same letter.
  ς: 'σ',
  // Arabic letters with two final forms, or typed on a Persian keyboard.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ک: 'ك',
}

const LETTERS_PATTERN = /[ßæœøłđðþħıŋŧĸəςٱىیةک]/g
/** Text that is already folded, such as the words of a search on each lookup. */
const FOLDED_PATTERN = /^[a-z0-9]+(?: [a-z0-9]+)*$/
const ASCII_PATTERN = /^[\x20-\x7e]*$/
/** Also letters of western and central Europe and curly apostrophes, except İ, ŀ and ŉ, which become two characters. */
const LATIN_PATTERN =
  /^[\x20-\x7e\u00b4\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0131-\u013e\u0141-\u0148\u014a-\u017f\u2018\u2019]*$/
const LATIN_LETTER_PATTERN = /[\u00b4\u00df-\u017f\u2018\u2019]/g
const ASCII_POSSESSIVE_PATTERN = /(?<=[a-z0-9])['`]s(?![a-z0-9])/g
const ASCII_SEPARATOR_PATTERN = /[^a-z0-9]+/g
/**
 * Marks that people omit: on Latin, Greek and Cyrillic letters, and in Arabic and Hebrew. There, vowels are marks, and
 * so is the hamza of أ. On kana, a mark makes another letter (アパ is not アハ).
 */
const MARK_PATTERN =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Nd}])\p{M}+/gu
/** Widens an Arabic word without changing it. */
const TATWEEL = '\u0640'
/** `Sandy's` is one word, `l'Europe` is two. */
const POSSESSIVE_PATTERN = /(?<=[\p{L}\p{N}])['’‘ʼ`´]s(?![\p{L}\p{N}])/gu
/** Includes marks without a letter before them: remains of an emoji or a separately typed accent. */
const SEPARATOR_PATTERN = /(?:^\p{M}|[^\p{L}\p{N}\p{M}])(?:[^\p{L}\p{N}])*/gu

/**
 * Folds a text so that different writings of it become equal: lower case, no accents on Latin, Greek and Cyrillic, no
 * vowel marks in Arabic and Hebrew. Full width becomes half width. Punctuation, including `&`, becomes one space, with
 * none at the ends.
 *
 * Pure and idempotent. Part of the index version: keys are hashes of folded text.
 */
export function fold(text: string): string {
  if (FOLDED_PATTERN.test(text)) return text
  if (ASCII_PATTERN.test(text)) return foldAscii(text)
  return LATIN_PATTERN.test(text) ? foldLatin(text) : foldAny(text)
}

/** Same result as {@link foldAny}, but much faster. Most texts are ASCII. */
function foldAscii(text: string): string {
  return text.toLowerCase().replace(ASCII_POSSESSIVE_PATTERN, 's').replace(ASCII_SEPARATOR_PATTERN, ' ').trim()
}

/** Same result as {@link foldAny} in a third of the time. */
function foldLatin(text: string): string {
  return foldAscii(text.toLowerCase().replace(LATIN_LETTER_PATTERN, asciiOf))
}

const asciiLetters = new Map<string, string>()

/** Returns a lower-case letter without its mark or stroke, or an apostrophe. */
function asciiOf(letter: string): string {
  let ascii = asciiLetters.get(letter)
  if (ascii === undefined) {
    ascii = foldAny(letter) || "'"
    asciiLetters.set(letter, ascii)
  }
  return ascii
}

function foldAny(text: string): string {
  // NFKC would turn the accent of `Sandy´s` into a space with a mark.
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
