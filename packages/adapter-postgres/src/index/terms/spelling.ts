import { LIMITS } from '@utpid/core'
import { hashText53, WHOLE_TAGS } from '@utpid/core/adapter'

/** A word as it is looked for when it is misspelt or unfinished. */
export interface Spelling {
  readonly tag: string
  readonly word: string
  /** UTF-16 units. */
  readonly units: number
  /** Which units it has, modulo 32, as bits: what differs in many of them is no typo of it. */
  readonly marks: number
  /** Undefined of a word with digits: other numbers are other words, and there is no end of them. */
  readonly traces: readonly number[] | undefined
}

/** Characters of a word that its index holds. */
export const INDEXED_CHARACTERS = 64
/** Of a longer beginning there would be ever more traces. */
const TRACED_UNITS = 7
const TYPOS_MOST = 2
/**
 * Of a trace's hash. Were they told apart by more, most would belong to a few words only, and each would take an entry of
 * the index; words that share one by chance are told apart by their letters.
 */
const TRACE_BITS = 22

/** Whether an expansion may bring a term: not one that is only asked for whole, nor one of several words, nor a very long one. */
export function hasSpelling(term: string): boolean {
  const colon = term.indexOf(':')
  return (
    !term.includes(' ', colon + 1) &&
    !WHOLE_TAGS.has(term.slice(0, Math.max(0, colon))) &&
    colon <= INDEXED_CHARACTERS &&
    term.length - colon - 1 <= LIMITS.nameCharacters
  )
}

/** The spelling of a term that has one. */
export function spellingOf(term: string): Spelling | undefined {
  if (!hasSpelling(term)) return undefined
  const colon = term.indexOf(':')
  const [tag, word] = [term.slice(0, Math.max(0, colon)), term.slice(colon + 1)]
  const traces = /\p{N}/u.test(word) ? undefined : tracesOf(tag, word, TYPOS_MOST)
  return { tag, word, units: word.length, marks: marksOf(word), traces }
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
 * What is left of the beginning of a word without up to so many of its units: words that are that many typos apart have
 * one in common, since a typo is undone by taking one unit from each. Numbers, which belong to a tag.
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
