import { hashText } from '@utpid/core/storage'

/** The number of bits in the upper part of a term hash: the bucket bits and 8 more. */
export const TERM_HIGH_BITS = 29
/** The maximum number of upper bits that select a bucket. */
export const TERM_BUCKET_BITS = 21

const HIGH_RANGE = 2 ** TERM_HIGH_BITS
const TERMS_PER_BUCKET = 16

/**
 * Returns the upper part of a term hash. A hash of 61 bits identifies a term; its text is stored only if it is a word
 * that can be expanded. Among 25 million terms, a collision has a probability of about 1 in 7,000.
 */
export function termHigh(text: string): number {
  return hashText(text, 0x7e3a_91c5) & (HIGH_RANGE - 1)
}

export function termLow(text: string): number {
  return hashText(text, 0x1b56_c4e9)
}

/** The hash of a term, in two parts. */
export interface TermHash {
  readonly high: number
  readonly low: number
}

export function termHash(text: string): TermHash {
  return { high: termHigh(text), low: termLow(text) }
}

/** Returns the number of upper bits that select a bucket for this many terms. */
export function termBucketBitsFor(terms: number): number {
  return Math.max(0, Math.min(TERM_BUCKET_BITS, Math.ceil(Math.log2(terms / TERMS_PER_BUCKET + 1))))
}
