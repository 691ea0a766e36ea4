import { wordsFor } from '../bits/row-bits.ts'
import type { SortedEntries } from '../columns/bucket-entries.ts'
import { putNumber } from '../columns/byte-reader.ts'
import { bytes, GrowingColumn, type Integers, integers } from '../columns/shared-column.ts'
import { TERM_BUCKET_BITS } from '../columns/spread-term.ts'
import { ROWS_PER_STEP, SINGLE, type TermColumns } from '../columns/term-columns.ts'
import { isBits } from './term-segment.ts'

type DictionaryColumns = Pick<
  TermColumns,
  'bucketTerms' | 'lows' | 'checks' | 'highs' | 'values' | 'lists' | 'steps' | 'bits'
>

/** Writes the posting list of each term, bucket by bucket. */
export class TermListWriter {
  readonly #rows: number
  readonly #bucketTerms: Integers
  readonly #hasHighs: boolean
  readonly #lows = new GrowingColumn(integers)
  readonly #checks = new GrowingColumn(bytes)
  readonly #highs = new GrowingColumn(integers, 1)
  readonly #values = new GrowingColumn(integers)
  readonly #lists = new GrowingColumn(bytes)
  readonly #steps = new GrowingColumn(integers, 2)
  readonly #bits = new GrowingColumn(integers, 1)
  #bucket = 0

  /**
   * @param bucketBits - Number of upper bits of a term hash that select its bucket.
   * @param rows - Number of rows of the segment.
   */
  constructor(bucketBits: number, rows: number) {
    this.#rows = rows
    this.#bucketTerms = integers(2 ** bucketBits + 1)
    this.#hasHighs = bucketBits < TERM_BUCKET_BITS
  }

  /** Writes the next bucket. */
  put({ highs, lows, rows }: SortedEntries): void {
    for (let at = 0; at < rows.length; ) {
      const low = lows[at] as number
      const high = highs[at] as number
      let end = at + 1
      while (end < rows.length && lows[end] === low && highs[end] === high) end++
      this.#lows.push(low)
      if (this.#hasHighs) this.#highs.push(high)
      else this.#checks.push(high & 0xff)
      this.#values.push(end - at === 1 ? ((rows[at] as number) | SINGLE) >>> 0 : this.#list(rows, at, end))
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
      values: this.#values.finish(),
      lists: this.#lists.finish(),
      steps: this.#steps.finish(),
      bits: this.#bits.finish(),
    }
  }

  #list(rows: Uint32Array, from: number, to: number): number {
    const start = this.#lists.length
    const count = to - from
    putNumber(this.#lists, count)
    if (isBits(count, this.#rows)) {
      const words = wordsFor(this.#rows)
      putNumber(this.#lists, this.#bits.length / words)
      const bits = new Uint32Array(words)
      for (let at = from; at < to; at++) {
        const row = rows[at] as number
        bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31))
      }
      this.#bits.append(bits)
      return start
    }
    if (count > ROWS_PER_STEP) putNumber(this.#lists, this.#steps.length)
    let before = 0
    for (let at = from; at < to; at++) {
      if (count > ROWS_PER_STEP && (at - from) % ROWS_PER_STEP === 0) {
        this.#steps.push(before)
        this.#steps.push(this.#lists.length)
      }
      const row = rows[at] as number
      putNumber(this.#lists, row - before)
      before = row
    }
    return start
  }
}
