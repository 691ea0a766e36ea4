import { hashText } from '@utpid/core/adapter'

/** The upper part of a term's hash: what numbers its bucket, and 8 bits more. */
export const TERM_HIGH_BITS = 29
/** Most of the upper part that numbers buckets. */
export const TERM_BUCKET_BITS = 21

const HIGHS = 2 ** TERM_HIGH_BITS
const TERMS_PER_BUCKET = 16

/**
 * A term is known by a hash of 61 bits: its text is kept only where it may be spelled on. Of 25 million terms two have the
 * same hash with a probability of about one in 7,000.
 */
export function termHigh(text: string): number {
  return hashText(text, 0x7e3a_91c5) & (HIGHS - 1)
}

export function termLow(text: string): number {
  return hashText(text, 0x1b56_c4e9)
}

/** The hash of a term in its two parts. */
export interface TermHash {
  readonly high: number
  readonly low: number
}

export function termHash(text: string): TermHash {
  return { high: termHigh(text), low: termLow(text) }
}

/** How many of the upper bits number the buckets of so many terms. */
export function termBucketBitsFor(terms: number): number {
  return Math.max(0, Math.min(TERM_BUCKET_BITS, Math.ceil(Math.log2(terms / TERMS_PER_BUCKET + 1))))
}
