import { TERM_HIGH_BITS } from '../columns/term-hash.ts'
import type { PostingList } from '../postings/posting-list.ts'
import type { TermSegment } from './term-segment.ts'

/** Iterates over the terms of a segment, sorted by the upper and then by the lower part of their hashes. */
export class TermCursor {
  readonly #segment: TermSegment
  readonly #checkBits: number
  #bucket = 0
  #term = -1
  high = 0
  low = 0

  constructor(segment: TermSegment) {
    this.#segment = segment
    this.#checkBits = TERM_HIGH_BITS - Math.log2(segment.columns.bucketTerms.length - 1)
    this.next()
  }

  get isAtEnd(): boolean {
    return this.#term >= this.#segment.columns.lows.length
  }

  /** The rows of the term, including deleted rows. */
  get rows(): PostingList {
    return this.#segment.rows(this.#term)
  }

  next(): void {
    const { bucketTerms, lows, checks, highs } = this.#segment.columns
    this.#term++
    if (this.isAtEnd) return
    while ((bucketTerms[this.#bucket + 1] as number) <= this.#term) this.#bucket++
    this.low = lows[this.#term] as number
    this.high =
      highs.length > 0
        ? (highs[this.#term] as number)
        : (this.#bucket << this.#checkBits) | (checks[this.#term] as number)
  }
}
