import { hashText53 } from '@utpid/core/adapter'

/**
 * A term as a number. Two terms that shared one would find the products of both; among ten million terms there is such
 * a pair with a chance below one in a hundred.
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
