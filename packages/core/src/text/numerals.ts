/** Folded number words and Roman numerals that are unambiguous. The list is part of the index version. */
const NUMBER_WORDS = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  deux: '2',
  trois: '3',
  quatre: '4',
  cinq: '5',
  sept: '7',
  huit: '8',
  dix: '10',
  douze: '12',
  zwei: '2',
  drei: '3',
  vier: '4',
  funf: '5',
  sieben: '7',
  acht: '8',
  neun: '9',
  zehn: '10',
  tres: '3',
  cuatro: '4',
  cinco: '5',
  siete: '7',
  ocho: '8',
  nueve: '9',
  diez: '10',
  tre: '3',
  quattro: '4',
  cinque: '5',
  sette: '7',
  dieci: '10',
}
const ROMAN_NUMERALS = {
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  xi: '11',
  xii: '12',
  xiii: '13',
  xiv: '14',
  xvi: '16',
}
// This table is a map, because `constructor` may be a word.
const numberByWord: ReadonlyMap<string, string> = new Map(Object.entries(NUMBER_WORDS))
const numberByRoman: ReadonlyMap<string, string> = new Map(Object.entries(ROMAN_NUMERALS))

const NUMBER_PATTERN = /^(?:no|nr)?0*(\d{1,5})([a-z]?)$/
const ORDINAL_PATTERN = /^(\d{1,3})(?:st|nd|rd|th|er|ere|e|eme|de|te|o|a|mo)$/
/**
 * A pattern for flats by number of rooms: `T2` is a flat with two rooms. This form distinguishes flats in one house
 * like a number. Terminals also use this form.
 */
const ROOMS_PATTERN = /^t([1-6])$/

export interface Numeral {
  /** The digits without leading zeros, followed by an optional letter: `12`, `12a`. */
  readonly value: string
  /** False for words and ordinals, which may be part of a proper name. Then a different number is no veto. */
  readonly strict: boolean
}

/** Parses a folded word as a number; undefined for other words. */
export function readNumeral(word: string): Numeral | undefined {
  const first = word.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) {
    const ordinal = ORDINAL_PATTERN.exec(word)
    if (ordinal?.[1] !== undefined && word.length > ordinal[1].length + 1) return { value: ordinal[1], strict: false }
    const digits = NUMBER_PATTERN.exec(word)
    return digits === null ? undefined : { value: `${digits[1]}${digits[2]}`, strict: true }
  }
  const rooms = ROOMS_PATTERN.exec(word)?.[1]
  if (rooms !== undefined) return { value: rooms, strict: true }
  const roman = numberByRoman.get(word)
  if (roman !== undefined) return { value: roman, strict: true }
  const named = numberByWord.get(word)
  return named === undefined ? undefined : { value: named, strict: false }
}

/** The numerals as input of the checksum of the index version. */
export const NUMERALS_SOURCE: string = JSON.stringify([NUMBER_WORDS, ROMAN_NUMERALS, ROOMS_PATTERN.source])
