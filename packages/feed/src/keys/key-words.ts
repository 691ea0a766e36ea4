import { foldText } from './fold-text.ts'

/** The words of a key, in lower case and without accents. */
export interface KeyWords {
  /** The words outside of brackets, in order. */
  readonly words: readonly string[]
  /** The words in brackets, such as a unit or a language. */
  readonly notes: readonly string[]
}

const BRACKETS = /[([{]([^()[\]{}]*)[)\]}]/g
const WORD_BOUNDARY = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu
const WORD = /[\p{L}\p{N}]+/gu

/** The last key with its words, since several readings of one key need them. */
let last: readonly [key: string, words: KeyWords] = ['', { words: [], notes: [] }]

/** Splits a key at separators, at changes of case, and between letters and digits: `HotelName (de)`, `adr_plz`. */
export function keyWords(key: string): KeyWords {
  if (last[0] === key) return last[1]
  const notes: string[] = []
  const outside = key.replace(BRACKETS, (_, note: string) => {
    notes.push(...wordsOf(note))
    return ' '
  })
  last = [key, { words: wordsOf(outside), notes }]
  return last[1]
}

function wordsOf(text: string): string[] {
  const split = text.replace(WORD_BOUNDARY, ' ')
  return (foldText(split).replace(/\p{M}/gu, '').match(WORD) ?? []) as string[]
}
