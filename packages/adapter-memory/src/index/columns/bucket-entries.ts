const TWO_32 = 0x1_0000_0000
/** Bits of a number above the lower 32 bits of a key. They hold the varying bits of the upper part, and a position. */
const SPARE_BITS = 21

/** The sorted entries of a bucket. */
export interface SortedEntries {
  readonly highs: Uint32Array
  readonly lows: Uint32Array
  readonly rows: Uint32Array
}

/** Collects the keys of one bucket, in two parts, each with a row. Reused for the next bucket. */
export class BucketEntries {
  #given: Columns = columnsOf(256)
  #inOrder: Columns = columnsOf(256)
  #order = new Float64Array(256)
  #leastHigh = 0
  #mostHigh = 0
  length = 0

  clear(): void {
    this.length = 0
  }

  add(high: number, low: number, row: number): void {
    const at = this.length++
    if (at === this.#order.length) this.#grow()
    this.#leastHigh = at === 0 ? high : Math.min(high, this.#leastHigh)
    this.#mostHigh = at === 0 ? high : Math.max(high, this.#mostHigh)
    this.#given.highs[at] = high
    this.#given.lows[at] = low
    this.#given.rows[at] = row
  }

  /** Sorts by upper part, lower part and row. */
  sorted(): SortedEntries {
    const { length } = this
    const { highs, lows, rows } = this.#given
    const order = this.#order.subarray(0, length)
    const positions = 2 ** (SPARE_BITS - bitsFor(this.#mostHigh - this.#leastHigh))
    if (length > positions) {
      for (let at = 0; at < length; at++) order[at] = at
      order.sort((a, b) => (highs[a] as number) - (highs[b] as number) || (lows[a] as number) - (lows[b] as number))
    } else {
      const least = this.#leastHigh
      for (let at = 0; at < length; at++) {
        order[at] = (((highs[at] as number) - least) * TWO_32 + (lows[at] as number)) * positions + at
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
    larger.highs.set(this.#given.highs)
    larger.lows.set(this.#given.lows)
    larger.rows.set(this.#given.rows)
    this.#given = larger
    this.#inOrder = columnsOf(length)
    this.#order = new Float64Array(length)
  }
}

type Columns = Readonly<Record<keyof SortedEntries, Uint32Array<ArrayBuffer>>>

function columnsOf(length: number): Columns {
  return { highs: new Uint32Array(length), lows: new Uint32Array(length), rows: new Uint32Array(length) }
}

/** Returns the number of bits of `most`. */
function bitsFor(most: number): number {
  return 32 - Math.clz32(most)
}
