const INITIAL_IDS = 1 << 12

/**
 * The ids that a scan returned in ascending order, with the later additions and removals. Each id takes eight bytes.
 */
export class ScannedIds {
  #ids: Float64Array = new Float64Array(INITIAL_IDS)
  #length = 0
  #size = 0
  /** Additions and removals after the scan. */
  readonly #changedAfterScan = new Map<number, boolean>()

  /** The number of ids. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds an id of the scan.
   *
   * @param id - An id greater than all earlier ids of the scan.
   */
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
  set(id: number, isPresent: boolean): void {
    const was = this.#changedAfterScan.get(id) ?? this.#wasScanned(id)
    if (was !== isPresent) this.#size += isPresent ? 1 : -1
    this.#changedAfterScan.set(id, isPresent)
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
