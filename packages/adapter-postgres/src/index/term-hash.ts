import { hashText53 } from '@utpid/core/adapter'

/**
 * A term as a number. Among the terms of a registry of five million products two share one with a chance of about one
 * in seven hundred for all of them together; their products would then be found by either.
 */
export function hashTerm(term: string): number {
  return hashText53(term)
}

/**
 * What tells apart words that cannot be a typo of each other: how many UTF-16 units they have, and which of them (modulo
 * 32) as bits. The tag of a term is left out.
 */
export function marksOf(term: string): [units: number, marks: number] {
  const word = wordOf(term)
  let marks = 0
  for (let at = 0; at < word.length; at++) marks |= 1 << (word.charCodeAt(at) & 31)
  return [word.length, marks]
}

/** What stands after the tag. */
export function wordOf(term: string): string {
  return term.slice(term.indexOf(':') + 1)
}
