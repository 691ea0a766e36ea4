import { type Bitset, setRow } from '../bits/bitset.ts'

/** A reader of the rows of a posting list, in ascending order. */
export interface PostingsCursor {
  /**
   * Sets the bits of the rows in a range.
   *
   * @param from - The start of the range: the row of the first bit. It must not be before the end of an earlier
   *   range.
   * @param end - The end of the range, exclusive.
   */
  setRange(from: number, end: number, bits: Bitset): void
}

/** A cursor over a decoded list. */
export class ListCursor implements PostingsCursor {
  readonly #rows: Uint32Array
  #at = 0

  constructor(rows: Uint32Array) {
    this.#rows = rows
  }

  setRange(from: number, end: number, bits: Bitset): void {
    const rows = this.#rows
    let at = this.#at
    while (at < rows.length && (rows[at] as number) < from) at++
    for (; at < rows.length && (rows[at] as number) < end; at++) setRow(bits, (rows[at] as number) - from)
    this.#at = at
  }
}

/** A cursor over a stored list. It decodes only rows that are read. */
export class ColumnCursor implements PostingsCursor {
  readonly #bytes: Uint8Array
  #at: number
  #left: number
  /** The last decoded row. */
  #row = 0
  /** Whether the last decoded row is beyond the range. */
  #isAhead = false

  /** @param start - The start of the deltas of the list. */
  constructor(bytes: Uint8Array, start: number, count: number) {
    this.#bytes = bytes
    this.#at = start
    this.#left = count
  }

  setRange(from: number, end: number, bits: Bitset): void {
    const bytes = this.#bytes
    let [at, left, row] = [this.#at, this.#left, this.#row]
    if (this.#isAhead) {
      if (row >= end) return
      if (row >= from) setRow(bits, row - from)
      this.#isAhead = false
    }
    while (left > 0) {
      // Inlines `VarintReader`: a search decodes millions of rows.
      let byte = bytes[at++] as number
      let distance = byte & 0x7f
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at++] as number
        distance |= (byte & 0x7f) << shift
      }
      row += distance
      left--
      if (row >= end) {
        this.#isAhead = true
        break
      }
      if (row >= from) setRow(bits, row - from)
    }
    this.#at = at
    this.#left = left
    this.#row = row
  }
}
