const IDS_AT_FIRST = 1 << 12

/** Ids that a scan returned in ascending order, with later additions and removals: eight bytes each. */
export class ToldIds {
  #ids: Float64Array = new Float64Array(IDS_AT_FIRST)
  #length = 0
  #size = 0
  /** Additions and removals after the scan. */
  readonly #later = new Map<number, boolean>()

  /** Number of ids. */
  get size(): number {
    return this.#size
  }

  /** @param id - Greater than all ids scanned before it. */
  scan(id: number): void {
    if (this.#length === this.#ids.length) {
      const ids = new Float64Array(this.#length * 2)
      ids.set(this.#ids)
      this.#ids = ids
    }
    this.#ids[this.#length++] = id
    this.#size++
  }

  /** Adds or removes an id. */
  tell(id: number, isOne: boolean): void {
    const was = this.#later.get(id) ?? this.#wasScanned(id)
    if (was !== isOne) this.#size += isOne ? 1 : -1
    this.#later.set(id, isOne)
  }

  #wasScanned(id: number): boolean {
    let [low, high] = [0, this.#length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ids[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return low < this.#length && this.#ids[low] === id
  }
}
