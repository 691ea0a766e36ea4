import { hashText53 } from '@utpid/core/adapter'

/**
 * A term as a number. Two terms that shared one would find the products of both; among ten million terms there is such
 * a pair with a chance below one in a hundred.
 */
export function hashTerm(term: string): number {
  return hashText53(term)
}

/** Stands among the counts of terms for what every product holds. */
export const EVERY_PRODUCT = -1
