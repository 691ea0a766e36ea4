const TWO_32 = 0x1_0000_0000
/**
 * The number of bits above the lower 32 bits of a key. These bits contain the varying bits of the key's upper part, and
 * a position.
 */
const SPARE_BITS = 21

/** The sorted entries of a bucket. */
export interface SortedEntries {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  readonly rows: Uint32Array
}

/** Collects the keys of one bucket. Each key has two parts and a row. The next bucket reuses the object. */
export class BucketEntries {
  #input: Columns = columnsOf(256)
  #inOrder: Columns = columnsOf(256)
  #order = new Float64Array(256)
  #minHigh = 0
  #maxHigh = 0
  length = 0

  clear(): void {
    this.length = 0
  }

  add(high: number, low: number, row: number): void {
    const at = this.length++
    if (at === this.#order.length) this.#grow()
    this.#minHigh = at === 0 ? high : Math.min(high, this.#minHigh)
    this.#maxHigh = at === 0 ? high : Math.max(high, this.#maxHigh)
    this.#input.highs[at] = high
    this.#input.lows[at] = low
    this.#input.rows[at] = row
  }

  /** Sorts by upper part, lower part and row. */
  sorted(): SortedEntries {
    const { length } = this
    const { highs, lows, rows } = this.#input
    const order = this.#order.subarray(0, length)
    const positions = 2 ** (SPARE_BITS - bitsFor(this.#maxHigh - this.#minHigh))
    if (length > positions) {
      for (let at = 0; at < length; at++) order[at] = at
      order.sort((a, b) => (highs[a] as number) - (highs[b] as number) || (lows[a] as number) - (lows[b] as number))
    } else {
      const minHigh = this.#minHigh
      for (let at = 0; at < length; at++) {
        order[at] = (((highs[at] as number) - minHigh) * TWO_32 + (lows[at] as number)) * positions + at
      }
      order.sort()
      for (let at = 0; at < length; at++) order[at] = (order[at] as number) % positions
    }
    for (let at = 0; at < length; at++) {
      const from = order[at] as number
      this.#inOrder.highs[at] = highs[from] as number
      this.#inOrder.lows[at] = lows[from] as number
      this.#inOrder.rows[at] = rows[from] as number
    }
    return this.#withRowsSorted()
  }

  /** Sorts the rows within each key: rows of several segments are not in order yet. */
  #withRowsSorted(): SortedEntries {
    const highs = this.#inOrder.highs.subarray(0, this.length)
    const lows = this.#inOrder.lows.subarray(0, this.length)
    const rows = this.#inOrder.rows.subarray(0, this.length)
    for (let at = 0; at < this.length; ) {
      let end = at + 1
      let ascends = true
      for (; end < this.length && lows[end] === lows[at] && highs[end] === highs[at]; end++) {
        if ((rows[end] as number) < (rows[end - 1] as number)) ascends = false
      }
      if (!ascends) rows.subarray(at, end).sort()
      at = end
    }
    return { highs, lows, rows }
  }

  #grow(): void {
    const length = this.#order.length * 2
    const larger = columnsOf(length)
    larger.highs.set(this.#input.highs)
    larger.lows.set(this.#input.lows)
    larger.rows.set(this.#input.rows)
    this.#input = larger
    this.#inOrder = columnsOf(length)
    this.#order = new Float64Array(length)
  }
}

type Columns = Readonly<Record<keyof SortedEntries, Uint32Array<ArrayBuffer>>>

function columnsOf(length: number): Columns {
  return { highs: new Uint32Array(length), lows: new Uint32Array(length), rows: new Uint32Array(length) }
}

function bitsFor(max: number): number {
  return 32 - Math.clz32(max)
}
