import type { Bytes, Integers, Numbers, SignedIntegers, Units } from './shared-column.ts'

/** The flag in the value of a term with one row. The other bits are the row. */
export const SINGLE_ROW_FLAG = 0x8000_0000
/** The number of ranks, which are 0 to 15. */
export const RANKS = 16
/** The x of a product without a point: outside the earth. */
export const NO_POINT: number = -(2 ** 31)
/** The inverse share of rows above which a term is stored as a bitset: more than 1 in 32 rows. */
export const BITSET_TERM_SHARE = 32
/** The number of rows per skip entry. Longer posting lists have a skip entry after each group of this many rows. */
export const ROWS_PER_SKIP = 128

/** A term, identified by its position in a segment. */
export type TermPosition = number

/** The columns of a {@link TermSegment}, as workers transfer and checkpoints store them. */
export interface TermColumns {
  /** The product ids. Rows are in the order of results: by rank, best first, then by ascending id. */
  readonly productIds: Numbers
  /** At index 15 - rank: the end of the rows with that rank. */
  readonly rankEnds: Integers
  readonly revisions: Bytes
  readonly laterRevisions: Numbers
  /** The points, with three numbers per row. */
  readonly points: SignedIntegers
  /** The first term of each bucket, then the end. There are 2^b buckets, with b up to 21. */
  readonly bucketTerms: Integers
  /** For each term: the lower 32 bits of its hash. */
  readonly lows: Integers
  /** For each term: 8 more bits of its hash; empty if `highs` has all bits. */
  readonly checks: Bytes
  readonly highs: Integers
  /** For each term: {@link SINGLE_ROW_FLAG} and its only row, or the start of its posting list in `postingLists`. */
  readonly postings: Integers
  /**
   * The posting lists. Each list has its length, then either the number of its bitset, or the start of its skip entries
   * (long lists only) and the deltas between rows. Numbers are varints (7 bits per byte, lowest first).
   */
  readonly postingLists: Bytes
  /** The skip entries, with two numbers each: the row before the entry, and the position in `postingLists` after that row. */
  readonly skips: Integers
  /** The bitsets, one after another. Each bitset has a bit for every row. */
  readonly bitsets: Integers
  /** The tags with words, as JSON in UTF-8, and the end of the words of each tag. */
  readonly wordTags: Bytes
  readonly wordEnds: Integers
  /** The start of each word in `wordUnits`, then the end. The words of a tag are sorted by UTF-16 units. */
  readonly wordStarts: Integers
  readonly wordUnits: Units
  /** For each word: its term. */
  readonly wordTerms: Integers
  /**
   * The words of all tags, in buckets by length and ending. `endingStarts` has the first word of each bucket, then the
   * end.
   */
  readonly wordsByEnding: Integers
  readonly endingStarts: Integers
}
