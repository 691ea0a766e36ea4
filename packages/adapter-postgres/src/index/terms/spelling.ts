import { LIMITS } from '@utpid/core'
import { hashText53, WHOLE_TAGS } from '@utpid/core/storage'

/** The data for finding a word by prefix or with typos. */
export interface Spelling {
  readonly tag: string
  readonly word: string
  /** The number of UTF-16 units. */
  readonly units: number
  /** The character mask: the units of the word, modulo 32, as bits. A word that differs in many bits is no typo. */
  readonly mask: number
  /**
   * The traces; undefined for a word with digits. Different numbers are different words, and there are too many of
   * them.
   */
  readonly traces: readonly number[] | undefined
}

/** The maximum number of characters of a word in the index. */
export const INDEXED_CHARACTERS = 64
/** The maximum number of UTF-16 units of a word that traces cover. A longer prefix would have far more traces. */
const TRACED_UNITS = 7
const MAX_TYPOS = 2
/**
 * The number of bits of a trace hash. With more bits, most traces would belong to few words, and each trace would need
 * an index entry. Words with the same trace by chance are distinguished by their letters.
 */
const TRACE_BITS = 22

/**
 * Returns whether expansions may return a term. They do not return terms that are only searched as a whole, terms of
 * several words, or very long terms.
 */
export function isExpandable(term: string): boolean {
  const colon = term.indexOf(':')
  return (
    !term.includes(' ', colon + 1) &&
    !WHOLE_TAGS.has(term.slice(0, Math.max(0, colon))) &&
    colon <= INDEXED_CHARACTERS &&
    term.length - colon - 1 <= LIMITS.nameCharacters
  )
}

/** Returns the spelling of a term; undefined if it has none. */
export function spellingOf(term: string): Spelling | undefined {
  if (!isExpandable(term)) return undefined
  const colon = term.indexOf(':')
  const [tag, word] = [term.slice(0, Math.max(0, colon)), term.slice(colon + 1)]
  const traces = /\p{N}/u.test(word) ? undefined : tracesOf(tag, word, MAX_TYPOS)
  return { tag, word, units: word.length, mask: characterMask(word), traces }
}

export function characterMask(word: string): number {
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= markOf(word.charCodeAt(at))
  return marks
}

function markOf(unit: number): number {
  return 1 << (unit & 31)
}

/**
 * Returns the position of the highest bit of a count. Sorting by this position puts far more frequent words first
 * without reading all counts.
 */
export function magnitudeOf(products: number): number {
  return products < 1 ? 0 : Math.floor(Math.log2(products))
}

/**
 * Deletes up to `typos` units from the prefix of a word in all possible combinations, and returns the hashes of the
 * results with the tag (symmetric deletion). Words within as many typos share a hash: deleting one unit from each word
 * undoes a typo.
 */
export function tracesOf(tag: string, word: string, typos: number): number[] {
  let left = new Set([word.slice(0, TRACED_UNITS)])
  const all = new Set(left)
  for (let taken = 0; taken < typos; taken++) {
    left = new Set([...left].flatMap(withoutOne))
    for (const each of left) all.add(each)
  }
  return [...new Set([...all].map((each) => hashText53(`${tag}:${each}`) & ((1 << TRACE_BITS) - 1)))]
}

function withoutOne(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1))
}
