import { hashText53 } from '@utpid/core/storage'

/**
 * Hashes a term. If two terms have the same hash, each finds the products of both. Among ten million terms, the
 * probability of such a pair is below 1 in 100.
 */
export function hashTerm(term: string): number {
  return hashText53(term)
}

/** The hash, in the counts of terms, of a term that every product has. */
export const EVERY_PRODUCT = -1
