import { hashText53 } from '@utpid/core/storage'

/**
 * Hashes a term. If two terms have the same hash, each term finds the products of both terms. Among ten million terms,
 * the probability of such a pair is below 1 in 100.
 */
export function hashTerm(term: string): number {
  return hashText53(term)
}

/** The hash of a term that every product has, in the counts of terms. */
export const EVERY_PRODUCT = -1
