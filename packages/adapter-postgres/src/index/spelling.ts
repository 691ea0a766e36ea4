import { LIMITS } from '@utpid/core'

/** A word as it is looked for when it is misspelt or unfinished. */
export interface Spelling {
  readonly tag: string
  readonly word: string
  /** UTF-16 units. */
  readonly units: number
  /** Which units it has, modulo 32, as bits: what differs in many of them is no typo of it. */
  readonly marks: number
}

/** Characters of a word that its index holds. */
export const INDEXED_CHARACTERS = 64

/** The spelling of a term; undefined for one that no expansion brings: of several words, or very long. */
export function spellingOf(term: string): Spelling | undefined {
  const colon = term.indexOf(':')
  const [tag, word] = [term.slice(0, Math.max(0, colon)), term.slice(colon + 1)]
  if (word.includes(' ') || tag.length > INDEXED_CHARACTERS || word.length > LIMITS.nameCharacters) return undefined
  return { tag, word, units: word.length, marks: marksOf(word) }
}

export function marksOf(word: string): number {
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= markOf(word.charCodeAt(at))
  return marks
}

function markOf(unit: number): number {
  return 1 << (unit & 31)
}

/** The place of the highest bit of a count: what more products hold by far comes first without looking at all counts. */
export function magnitudeOf(products: number): number {
  return products < 1 ? 0 : Math.floor(Math.log2(products))
}

/**
 * The marks that a word of one typo may have: those of the word, with one more, one less, or both. Only for one typo are
 * they few enough to look for one by one.
 */
export function marksAfterTypo(marks: number): number[] {
  const bits = Array.from({ length: 32 }, (_, bit) => 1 << bit)
  const [held, others] = [bits.filter((bit) => (marks & bit) !== 0), bits.filter((bit) => (marks & bit) === 0)]
  const fewer = held.map((bit) => marks & ~bit)
  const same = [marks, ...fewer]
  return [...same, ...same.flatMap((each) => others.map((bit) => each | bit))]
}
