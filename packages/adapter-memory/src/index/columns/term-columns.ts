import type { Bytes, Integers, Numbers, SignedIntegers, Units } from './shared-column.ts'

/** Flag in the value of a term with one row. The other bits are the row. */
export const SINGLE_ROW_FLAG = 0x8000_0000
/** Ranks are 0 to 15. */
export const RANKS = 16
/** The x of a product without a point: outside the earth. */
export const NO_POINT: number = -(2 ** 31)
/** A term is stored as a bitset if more than 1 in 32 rows have it. */
export const BITSET_TERM_SHARE = 32
/** Longer posting lists have a skip entry after each group of this many rows. */
export const ROWS_PER_SKIP = 128

/** A term, identified by its position in a segment. */
export type TermPosition = number

/** The columns of a {@link TermSegment}, as workers transfer and checkpoints store them. */
export interface TermColumns {
  /** Rows are in the order of results: by rank, best first, then by ascending id. */
  readonly productIds: Numbers
  /** At index 15 - rank: end of the rows with that rank. */
  readonly rankEnds: Integers
  readonly revisions: Bytes
  readonly laterRevisions: Numbers
  /** Three numbers per row. */
  readonly points: SignedIntegers
  /** First term of each bucket, then the end. There are 2^b buckets, with b up to 21. */
  readonly bucketTerms: Integers
  /** For each term: the lower 32 bits of its hash. */
  readonly lows: Integers
  /** For each term: 8 more bits of its hash; empty if `highs` has all bits. */
  readonly checks: Bytes
  readonly highs: Integers
  /** For each term: {@link SINGLE_ROW_FLAG} and its only row, or the start of its posting list in `lists`. */
  readonly values: Integers
  /**
   * Posting lists. Each has its length, then either the number of its bitset, or the start of its skip entries (long
   * lists only) and the deltas between rows. Numbers are varints (7 bits per byte, lowest first).
   */
  readonly lists: Bytes
  /** Two numbers per skip entry: the row before it, and the position in `lists` after that row. */
  readonly steps: Integers
  /** The bitsets, one after another. Each one has a bit for every row. */
  readonly bits: Integers
  /** Tags with words, as JSON in UTF-8, and the end of the words of each tag. */
  readonly wordTags: Bytes
  readonly wordEnds: Integers
  /** Start of each word in `wordUnits`, then the end. The words of a tag are sorted by UTF-16 units. */
  readonly wordStarts: Integers
  readonly wordUnits: Units
  /** For each word: its term. */
  readonly wordTerms: Integers
  /**
   * Words of all tags, in buckets by length and ending. `endingStarts` has the first word of each bucket, then the end.
   */
  readonly wordsByEnding: Integers
  readonly endingStarts: Integers
}
