import type { Bytes, Integers, Numbers, SignedIntegers, Units } from './shared-column.ts'

/** The value of a term that one row holds: the row with this bit. */
export const SINGLE = 0x8000_0000
/** Ranks are 0 to 15. */
export const RANKS = 16
/** Stands for the x of a product without a point: farther off than the earth reaches. */
export const NOWHERE: number = -(2 ** 31)
/** Terms that more of all rows hold than one in so many are bits. */
export const BITS_SHARE = 32
/** Lists longer than this have a step every so many rows, from which they can be read. */
export const ROWS_PER_STEP = 128

/** A term by its position in a segment. */
export type TermPosition = number

/** The columns of a {@link TermSegment}: what a worker hands over and a snapshot holds. */
export interface TermColumns {
  /** Rows by rank, the best first, and then by id, ascending: the order of answers. */
  readonly productIds: Numbers
  /** By 15 - rank, where the rows of the rank end. */
  readonly rankEnds: Integers
  readonly revisions: Bytes
  readonly laterRevisions: Numbers
  /** Three numbers a row. */
  readonly points: SignedIntegers
  /** By bucket, and one more, its first term. There are 2^b buckets, b up to 21. */
  readonly bucketTerms: Integers
  /** By term, 32 bits of its hash. */
  readonly lows: Integers
  /** By term, 8 more bits; empty when `highs` has them all. */
  readonly checks: Bytes
  readonly highs: Integers
  /** By term: {@link SINGLE} and its row, or where its list begins in `lists`. */
  readonly values: Integers
  /**
   * Lists of rows: how many, then either the number of its bits, or, of a long one, where its steps begin, and the
   * distances from row to row. Each number is 7 bits a byte, the lowest first.
   */
  readonly lists: Bytes
  /** Two numbers a step of a list: the row before it, and where in `lists` it goes on. */
  readonly steps: Integers
  /** One after the other, so many words as rows need. */
  readonly bits: Integers
  /** Tags of which there are words, as JSON in UTF-8, and where the words of each end. */
  readonly wordTags: Bytes
  readonly wordEnds: Integers
  /** By word, and one more, where it begins in `wordUnits`; in the order of UTF-16 units in its tag. */
  readonly wordStarts: Integers
  readonly wordUnits: Units
  /** By word, its term. */
  readonly wordTerms: Integers
  /** Words that are equally long and end alike stand together, those of all tags; by bucket, and one more, its first. */
  readonly wordsByEnding: Integers
  readonly endingStarts: Integers
}
