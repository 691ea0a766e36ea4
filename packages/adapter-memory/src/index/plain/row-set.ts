import { type Bitset, clearRow, countCommon, eachRow, hasRow, setRow, uniteInto, wordsFor } from '../bits/bitset.ts'

/** The minimum number of rows in a bitset. With fewer rows, a list is always smaller. */
const MIN_BITSET_ROWS = 64
/**
 * The memory of a bitset, as a multiple of its list, above which it becomes a list again. Without this factor, a set
 * could alternate between both forms.
 */
const BITSET_TO_LIST_FACTOR = 4

/** A set of rows: a list for few rows, a bitset for many. Both forms are small and fast to combine. */
export class RowSet {
  size = 0
  /** The rows are the first `size` elements; undefined for a bitset. */
  #list: Uint32Array<ArrayBuffer> | undefined
  #bits: Bitset = new Uint32Array(0)

  constructor(rows: readonly number[]) {
    this.#list = Uint32Array.from(rows)
    this.size = rows.length
  }

  /**
   * @param row - A row that is not in the set yet.
   * @param rowsInAll - The total number of rows, which decides between list and bitset.
   */
  add(row: number, rowsInAll: number): void {
    const words = wordsFor(rowsInAll)
    if (this.#list === undefined) {
      if (this.size > MIN_BITSET_ROWS && this.size * BITSET_TO_LIST_FACTOR < words) this.#turnIntoList()
    } else if (this.size > MIN_BITSET_ROWS && this.size >= words) this.#turnIntoBits(words)
    if (this.#list === undefined) {
      if (row >>> 5 >= this.#bits.length) this.#bits = grown(this.#bits, Math.ceil(wordsFor(row + 1) * 1.25))
      setRow(this.#bits, row)
    } else {
      if (this.size === this.#list.length) this.#list = grown(this.#list, Math.ceil(this.size * 1.5) + 1)
      this.#list[this.size] = row
    }
    this.size++
  }

  /** @param row - A row that is in the set. */
  remove(row: number): void {
    this.size--
    if (this.#list !== undefined) {
      this.#list[this.#list.indexOf(row)] = this.#list[this.size] as number
      return
    }
    clearRow(this.#bits, row)
    if (this.size * BITSET_TO_LIST_FACTOR < this.#bits.length) this.#turnIntoList()
  }

  has(row: number): boolean {
    if (this.#list === undefined) return row >>> 5 < this.#bits.length && hasRow(this.#bits, row)
    const at = this.#list.indexOf(row)
    return at >= 0 && at < this.size
  }

  addTo(bits: Bitset): void {
    if (this.#list === undefined) uniteInto(bits, this.#bits)
    else for (let at = 0; at < this.size; at++) setRow(bits, this.#list[at] as number)
  }

  /** Counts the rows of the set that are in `others`. */
  countIn(others: Bitset): number {
    let count = 0
    if (this.#list === undefined) return countCommon(this.#bits, others)
    for (let at = 0; at < this.size; at++) if (hasRow(others, this.#list[at] as number)) count++
    return count
  }

  #turnIntoBits(words: number): void {
    const bits = new Uint32Array(words)
    this.addTo(bits)
    this.#bits = bits
    this.#list = undefined
  }

  #turnIntoList(): void {
    const list = new Uint32Array(this.size)
    let length = 0
    eachRow(this.#bits, (row) => {
      list[length++] = row
    })
    this.#list = list
    this.#bits = new Uint32Array(0)
  }
}

function grown(array: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}
