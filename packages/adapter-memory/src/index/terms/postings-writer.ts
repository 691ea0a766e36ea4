import { wordsFor } from '../bits/bitset.ts'
import type { SortedEntries } from '../columns/bucket-entries.ts'
import { bytes, GrowingColumn, type Integers, integers } from '../columns/shared-column.ts'
import { ROWS_PER_SKIP, SINGLE_ROW_FLAG, type TermColumns } from '../columns/term-columns.ts'
import { TERM_BUCKET_BITS } from '../columns/term-hash.ts'
import { putVarint } from '../columns/varint-reader.ts'
import { isBitset } from './term-segment.ts'

type DictionaryColumns = Pick<
  TermColumns,
  'bucketTerms' | 'lows' | 'checks' | 'highs' | 'postings' | 'postingLists' | 'skips' | 'bitsets'
>

/** Writes the posting list of each term, bucket by bucket. */
export class PostingsWriter {
  readonly #rows: number
  readonly #bucketTerms: Integers
  readonly #hasHighs: boolean
  readonly #lows = new GrowingColumn(integers)
  readonly #checks = new GrowingColumn(bytes)
  readonly #highs = new GrowingColumn(integers, 1)
  readonly #values = new GrowingColumn(integers)
  readonly #lists = new GrowingColumn(bytes)
  readonly #skips = new GrowingColumn(integers, 2)
  readonly #bits = new GrowingColumn(integers, 1)
  #bucket = 0

  /**
   * @param bucketBits - The number of upper bits of a term hash that select its bucket.
   * @param rows - The number of rows of the segment.
   */
  constructor(bucketBits: number, rows: number) {
    this.#rows = rows
    this.#bucketTerms = integers(2 ** bucketBits + 1)
    this.#hasHighs = bucketBits < TERM_BUCKET_BITS
  }

  put({ highs, lows, rows }: SortedEntries): void {
    for (let at = 0; at < rows.length; ) {
      const low = lows[at] as number
      const high = highs[at] as number
      let end = at + 1
      while (end < rows.length && lows[end] === low && highs[end] === high) end++
      this.#lows.push(low)
      if (this.#hasHighs) this.#highs.push(high)
      else this.#checks.push(high & 0xff)
      this.#values.push(end - at === 1 ? ((rows[at] as number) | SINGLE_ROW_FLAG) >>> 0 : this.#list(rows, at, end))
      at = end
    }
    this.#bucket++
    this.#bucketTerms[this.#bucket] = this.#lows.length
  }

  finish(): DictionaryColumns {
    return {
      bucketTerms: this.#bucketTerms,
      lows: this.#lows.finish(),
      checks: this.#checks.finish(),
      highs: this.#highs.finish(),
      postings: this.#values.finish(),
      postingLists: this.#lists.finish(),
      skips: this.#skips.finish(),
      bitsets: this.#bits.finish(),
    }
  }

  #list(rows: Uint32Array, from: number, to: number): number {
    const start = this.#lists.length
    const count = to - from
    putVarint(this.#lists, count)
    if (isBitset(count, this.#rows)) {
      const words = wordsFor(this.#rows)
      putVarint(this.#lists, this.#bits.length / words)
      const bits = new Uint32Array(words)
      for (let at = from; at < to; at++) {
        const row = rows[at] as number
        bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31))
      }
      this.#bits.append(bits)
      return start
    }
    if (count > ROWS_PER_SKIP) putVarint(this.#lists, this.#skips.length)
    let before = 0
    for (let at = from; at < to; at++) {
      if (count > ROWS_PER_SKIP && (at - from) % ROWS_PER_SKIP === 0) {
        this.#skips.push(before)
        this.#skips.push(this.#lists.length)
      }
      const row = rows[at] as number
      putVarint(this.#lists, row - before)
      before = row
    }
    return start
  }
}
