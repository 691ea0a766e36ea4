import type { Bytes, Integers, Numbers, SignedIntegers, Units } from './shared-column.ts'

/** Flag in the value of a term with one row. The other bits are the row. */
export const SINGLE_ROW_FLAG = 0x8000_0000
/** Ranks are 0 to 15. */
export const RANKS = 16
/** The x of a product without a point: outside the earth. */
export const NO_POINT: number = -(2 ** 31)
/** A term is stored as a bitset if more than 1 in 32 rows hold it. */
export const BITSET_TERM_SHARE = 32
/** Posting lists longer than this have a skip entry every so many rows. */
export const ROWS_PER_SKIP = 128

/** A term by its position in a segment. */
export type TermPosition = number

/** The columns of a {@link TermSegment}, as workers transfer and checkpoints store them. */
export interface TermColumns {
  /** Rows by rank, best first, then by id, ascending: the order of results. */
  readonly productIds: Numbers
  /** By 15 - rank: end of the rows with that rank. */
  readonly rankEnds: Integers
  readonly revisions: Bytes
  readonly laterRevisions: Numbers
  /** Three numbers per row. */
  readonly points: SignedIntegers
  /** By bucket, plus an end: its first term. There are 2^b buckets, b up to 21. */
  readonly bucketTerms: Integers
  /** By term: the lower 32 bits of its hash. */
  readonly lows: Integers
  /** By term: 8 more bits; empty if `highs` has all of them. */
  readonly checks: Bytes
  readonly highs: Integers
  /** By term: {@link SINGLE_ROW_FLAG} and its row, or the start of its posting list in `lists`. */
  readonly values: Integers
  /**
   * Posting lists. Each has its length, then either the number of its bitset, or the start of its skip entries (long
   * lists only) and the deltas between rows. Numbers are varints (7 bits a byte, lowest first).
   */
  readonly lists: Bytes
  /** Two numbers per skip entry: the row before it, and the position in `lists` after that row. */
  readonly steps: Integers
  /** The bitsets, one after another, each as long as the rows need. */
  readonly bits: Integers
  /** Tags with words, as JSON in UTF-8, and the end of the words of each tag. */
  readonly wordTags: Bytes
  readonly wordEnds: Integers
  /** By word, plus an end: its start in `wordUnits`. The words of a tag are sorted by UTF-16 units. */
  readonly wordStarts: Integers
  readonly wordUnits: Units
  /** By word: its term. */
  readonly wordTerms: Integers
  /** Words of all tags, grouped by length and ending; and by bucket, plus an end, its first word. */
  readonly wordsByEnding: Integers
  readonly endingStarts: Integers
}
