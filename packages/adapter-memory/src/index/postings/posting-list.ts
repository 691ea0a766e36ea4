import { type Bitset, bitCount, hasRow } from '../bits/bitset.ts'
import { ROWS_PER_SKIP, type TermColumns } from '../columns/term-columns.ts'
import { VarintReader } from '../columns/varint-reader.ts'
import { ColumnCursor, ListCursor, type PostingsCursor } from './postings-cursor.ts'

/** A number above all row numbers. */
const AFTER_ALL_ROWS = 0x7fff_ffff

/** A bitset that may be in shared memory. */
export type SharedBits = Uint32Array

/** The posting list of a term, ascending. The list is decoded on demand. */
export class PostingList {
  readonly count: number
  readonly #bits: SharedBits | undefined
  readonly #columns: TermColumns | undefined
  readonly #start: number
  readonly #skips: number
  #list: Uint32Array | undefined

  private constructor(
    count: number,
    bits: SharedBits | undefined,
    list: Uint32Array | undefined,
    columns?: TermColumns,
    start = 0,
    steps = -1,
  ) {
    this.count = count
    this.#bits = bits
    this.#list = list
    this.#columns = columns
    this.#start = start
    this.#skips = steps
  }

  static single(row: number): PostingList {
    return new PostingList(1, undefined, Uint32Array.of(row))
  }

  static bits(bits: SharedBits, count: number): PostingList {
    return new PostingList(count, bits, undefined)
  }

  /**
   * @param start - The start of the deltas of the list.
   * @param steps - The start of the skip entries of the list; -1 for a short list.
   */
  static list(columns: TermColumns, start: number, count: number, steps: number): PostingList {
    return new PostingList(count, undefined, undefined, columns, start, steps)
  }

  /** The rows as a bitset; undefined if they are a list. */
  get asBits(): SharedBits | undefined {
    return this.#bits
  }

  /** The rows, if they are a list. */
  get list(): Uint32Array {
    this.#list ??= this.#read()
    return this.#list
  }

  addTo(bits: Bitset): void {
    if (this.#bits === undefined) this.cursor().setRange(0, AFTER_ALL_ROWS, bits)
    else for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] as number) | (this.#bits[at] as number)
  }

  /** Returns a cursor at the first row, if the rows are a list. The cursor decodes only rows that are read. */
  cursor(): PostingsCursor {
    if (this.#list !== undefined || this.#columns === undefined) return new ListCursor(this.list)
    return new ColumnCursor(this.#columns.postingLists, this.#start, this.count)
  }

  countWithout(deleted: Bitset): number {
    let count = 0
    if (this.#bits === undefined) for (const row of this.list) count += hasRow(deleted, row) ? 0 : 1
    else
      for (let at = 0; at < deleted.length; at++)
        count += bitCount((this.#bits[at] as number) & ~(deleted[at] as number))
    return count
  }

  /**
   * Returns the rows in `rows` that have the term.
   *
   * @param rows - The rows in ascending order.
   */
  among(rows: Uint32Array): Uint32Array {
    if (this.#bits !== undefined) return rows.filter((row) => hasRow(this.#bits as Bitset, row))
    // Decodes only the blocks that may contain one of the rows: decoding a long list for few rows is expensive.
    if (this.#list === undefined && this.#skips >= 0 && rows.length * ROWS_PER_SKIP < this.count)
      return this.#seek(rows)
    return intersection(rows, this.list)
  }

  #read(): Uint32Array {
    const list = new Uint32Array(this.count)
    const reader = new VarintReader((this.#columns as TermColumns).postingLists)
    reader.at = this.#start
    let row = 0
    for (let at = 0; at < list.length; at++) {
      row += reader.next()
      list[at] = row
    }
    return list
  }

  #seek(rows: Uint32Array): Uint32Array {
    const { skips, postingLists } = this.#columns as TermColumns
    const reader = new VarintReader(postingLists)
    const found = new Uint32Array(rows.length)
    let length = 0
    // Skip entry s is before the row at position s * ROWS_PER_SKIP.
    const last = Math.floor((this.count - 1) / ROWS_PER_SKIP)
    let step = -1
    let at = 0
    let row = 0
    for (const wanted of rows) {
      const nearest = this.#skipBefore(wanted, Math.max(step, 0), last)
      if (nearest !== step) {
        step = nearest
        row = skips[this.#skips + step * 2] as number
        reader.at = skips[this.#skips + step * 2 + 1] as number
        at = step * ROWS_PER_SKIP
        row += reader.next()
        at++
      }
      while (row < wanted && at < this.count) {
        row += reader.next()
        at++
      }
      if (row === wanted) found[length++] = wanted
    }
    return found.subarray(0, length)
  }

  /** Returns the last skip entry whose row is below `wanted`. The search starts at entry `low`. */
  #skipBefore(wanted: number, low: number, last: number): number {
    const { skips } = this.#columns as TermColumns
    let from = low
    let to = last
    while (from < to) {
      const middle = (from + to + 1) >>> 1
      if ((skips[this.#skips + middle * 2] as number) < wanted) from = middle
      else to = middle - 1
    }
    return from
  }
}

export function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const found = new Uint32Array(few.length)
  let length = 0
  let at = 0
  for (const row of few) {
    // Galloping search is fast for lists of very different lengths, and not slow for lists of similar lengths.
    let stride = 1
    while (at + stride < many.length && (many[at + stride] as number) < row) stride *= 2
    let high = Math.min(at + stride, many.length - 1)
    while (at < high) {
      const middle = (at + high) >>> 1
      if ((many[middle] as number) < row) at = middle + 1
      else high = middle
    }
    if (at >= many.length) break
    if (many[at] === row) found[length++] = row
  }
  return found.subarray(0, length)
}
