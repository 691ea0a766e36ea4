import { hashText53 } from '@utpid/core/storage'

/**
 * Hashes a term. Two terms with the same hash would find the products of both. Among ten million terms, the probability
 * of such a pair is below 1 in 100.
 */
export function hashTerm(term: string): number {
  return hashText53(term)
}

/** The term that every product holds, in the counts of terms. */
export const EVERY_PRODUCT = -1
