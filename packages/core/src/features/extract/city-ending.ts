const HAN_WORD = /^\p{Script=Han}+$/u
const HANGUL_WORD = /^\p{Script=Hangul}+$/u
/** A pattern for the start of a city's name: the name has at least two characters before its ending. */
const NAME = /^..(?=.)/su
const TOKYO = '東京都'
const HANGUL_ENDINGS = ['특별시', '광역시', '시'] as const

/**
 * Removes the city ending of Chinese, Japanese and Korean names and the district after it: `横浜` of `横浜市青葉区`. The
 * function uses no regular expression, because a pattern that looks back from each `市` takes quadratic time.
 */
export function withoutCityEnding(word: string): string {
  const nameLength = NAME.exec(word)?.[0].length
  if (nameLength === undefined) return word
  if (HAN_WORD.test(word)) return word.slice(0, hanEnd(word, nameLength))
  return HANGUL_WORD.test(word) ? word.slice(0, hangulEnd(word, nameLength)) : word
}

function hanEnd(word: string, nameLength: number): number {
  const isDistrict = /[区區]$/u.test(word)
  if (word.startsWith(TOKYO)) {
    const rest = word.length - TOKYO.length
    if (rest === 0 || (rest > 1 && word.endsWith('区'))) return TOKYO.length - 1
  }
  if (isDistrict) {
    const at = word.indexOf('市', nameLength)
    // The district must have at least one character before its last character.
    return at === -1 || at > word.length - 3 ? word.length : at
  }
  return word.endsWith('市') ? word.length - 1 : word.length
}

function hangulEnd(word: string, nameLength: number): number {
  const ending = HANGUL_ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= nameLength)
  return word.length - (ending?.length ?? 0)
}
