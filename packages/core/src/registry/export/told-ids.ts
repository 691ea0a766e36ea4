const IDS_AT_FIRST = 1 << 12

/** Ids that were told of by a scan, in their order, and of which some were told otherwise afterwards: eight bytes each. */
export class ToldIds {
  #ids: Float64Array = new Float64Array(IDS_AT_FIRST)
  #length = 0
  #size = 0
  /** What was told after the scan. */
  readonly #later = new Map<number, boolean>()

  /** How many there are. */
  get size(): number {
    return this.#size
  }

  /** @param id - After those that were scanned before it. */
  scan(id: number): void {
    if (this.#length === this.#ids.length) {
      const ids = new Float64Array(this.#length * 2)
      ids.set(this.#ids)
      this.#ids = ids
    }
    this.#ids[this.#length++] = id
    this.#size++
  }

  /** Tells again whether an id is one of them. */
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
