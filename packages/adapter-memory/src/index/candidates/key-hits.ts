/** The maximum number of keys of a lookup: 2^6. */
const MAX_KEYS = 64
const FIRST_HITS = 256

/** The rows of one segment that have keys of a lookup. The next lookup reuses the object. */
export class KeyHits {
  /** The hits. Each hit is the row times {@link MAX_KEYS}, plus the position of the key. */
  #hits = new Float64Array(FIRST_HITS)
  length = 0

  add(row: number, position: number): void {
    if (this.length === this.#hits.length) {
      const larger = new Float64Array(this.#hits.length * 2)
      larger.set(this.#hits)
      this.#hits = larger
    }
    this.#hits[this.length++] = row * MAX_KEYS + position
  }

  /** Visits each row once, in ascending order, with a mask of its keys: bits 0 to 31, then 32 to 63. */
  eachRow(visit: (row: number, low: number, high: number) => void): void {
    const hits = this.#hits.subarray(0, this.length).sort()
    for (let at = 0; at < hits.length; ) {
      const row = Math.floor((hits[at] as number) / MAX_KEYS)
      const end = (row + 1) * MAX_KEYS
      let low = 0
      let high = 0
      for (; at < hits.length && (hits[at] as number) < end; at++) {
        const position = (hits[at] as number) - row * MAX_KEYS
        if (position < 32) low |= 1 << position
        else high |= 1 << (position - 32)
      }
      visit(row, low, high)
    }
  }
}
