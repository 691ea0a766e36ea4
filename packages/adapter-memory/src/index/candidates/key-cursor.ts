import { type KeyColumns, LAST_FLAG, LIST_FLAG, rowOf } from './key-segment.ts'

/** Iterates over the keys of a segment, sorted by upper and then by lower bits. */
export class KeyCursor {
  readonly #columns: KeyColumns
  #bucket = 0
  #key = -1
  #entry = 0
  #nextEntry = 0
  high = 0
  low = 0

  constructor(columns: KeyColumns) {
    this.#columns = columns
    this.next()
  }

  get isAtEnd(): boolean {
    return this.#key >= this.#columns.keys.length
  }

  next(): void {
    const { bucketKeys, keys, highs, entries } = this.#columns
    this.#key++
    if (this.isAtEnd) return
    while ((bucketKeys[this.#bucket + 1] as number) <= this.#key) this.#bucket++
    this.low = keys[this.#key] as number
    this.high = highs.length > 0 ? (highs[this.#key] as number) : this.#bucket
    this.#entry = this.#nextEntry
    while (((entries[this.#nextEntry] as number) & LAST_FLAG) === 0) this.#nextEntry++
    this.#nextEntry++
  }

  /** Visits the rows of the key, including deleted rows. */
  eachRow(visit: (row: number) => void): void {
    const { entries, listStarts, listedRows } = this.#columns
    const first = entries[this.#entry] as number
    if ((first & LIST_FLAG) === 0) {
      for (let at = this.#entry; at < this.#nextEntry; at++) visit(rowOf(entries[at] as number))
      return
    }
    const list = rowOf(first)
    for (let at = listStarts[list] as number; at < (listStarts[list + 1] as number); at++) {
      visit(listedRows[at] as number)
    }
  }
}
