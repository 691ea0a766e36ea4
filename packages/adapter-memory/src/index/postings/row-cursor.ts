import { type RowBits, setRow } from '../bits/row-bits.ts'

/** Goes through the rows of a list, ascending. */
export interface RowCursor {
  /**
   * Sets the rows of a stretch.
   *
   * @param from - Its first row, for which the first bit stands; not before the end of a stretch that was asked for.
   * @param end - Where it ends.
   */
  put(from: number, end: number, bits: RowBits): void
}

/** Of a list that was read. */
export class ListCursor implements RowCursor {
  readonly #rows: Uint32Array
  #at = 0

  constructor(rows: Uint32Array) {
    this.#rows = rows
  }

  put(from: number, end: number, bits: RowBits): void {
    const rows = this.#rows
    let at = this.#at
    while (at < rows.length && (rows[at] as number) < from) at++
    for (; at < rows.length && (rows[at] as number) < end; at++) setRow(bits, (rows[at] as number) - from)
    this.#at = at
  }
}

/** Of a list as it is stored, decoded no further than somebody goes. */
export class ColumnCursor implements RowCursor {
  readonly #bytes: Uint8Array
  #at: number
  #left: number
  /** The last one that was read. */
  #row = 0
  /** Whether that one lay beyond the stretch. */
  #isAhead = false

  /** @param start - Where its distances begin. */
  constructor(bytes: Uint8Array, start: number, count: number) {
    this.#bytes = bytes
    this.#at = start
    this.#left = count
  }

  put(from: number, end: number, bits: RowBits): void {
    const bytes = this.#bytes
    let [at, left, row] = [this.#at, this.#left, this.#row]
    if (this.#isAhead) {
      if (row >= end) return
      if (row >= from) setRow(bits, row - from)
      this.#isAhead = false
    }
    while (left > 0) {
      // As ByteReader reads, in place: a search goes through millions of them.
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
