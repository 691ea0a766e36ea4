const MAX_LOAD_FACTOR = 0.6
const INITIAL_SLOTS = 1 << 10
/** The mark of a free slot. */
const FREE = -1
/** The mark for the value of a deleted id. A new id does not reuse the entry. */
const DELETED = Number.NaN

/**
 * A map from ids to numbers that iterates in insertion order, like a `Map`. The map uses less memory per entry and adds
 * no work for the garbage collector.
 */
export class IdMap {
  /** The open-addressing hash table. A slot contains the position of an entry in the columns. */
  #slots: Int32Array = new Int32Array(INITIAL_SLOTS).fill(FREE)
  #ids: Float64Array = new Float64Array(capacityOf(INITIAL_SLOTS))
  #values: Float64Array = new Float64Array(capacityOf(INITIAL_SLOTS))
  /** The number of entries, including deleted entries. */
  #length = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  get(id: number): number | undefined {
    const entry = this.#slots[this.#slotOf(id)] as number
    const value = entry === FREE ? DELETED : (this.#values[entry] as number)
    return Number.isNaN(value) ? undefined : value
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  set(id: number, value: number): void {
    const slot = this.#slotOf(id)
    const entry = this.#slots[slot] as number
    if (entry !== FREE && !Number.isNaN(this.#values[entry])) {
      this.#values[entry] = value
      return
    }
    // If a deleted id is set again, the id moves to the end.
    this.#slots[slot] = this.#length
    this.#ids[this.#length] = id
    this.#values[this.#length] = value
    this.#length++
    this.#size++
    if (this.#length === this.#ids.length) this.#grow()
  }

  delete(id: number): void {
    const entry = this.#slots[this.#slotOf(id)] as number
    if (entry === FREE || Number.isNaN(this.#values[entry])) return
    this.#values[entry] = DELETED
    this.#size--
  }

  *entries(): Generator<readonly [id: number, value: number], void> {
    for (let entry = 0; entry < this.#length; entry++) {
      const value = this.#values[entry] as number
      if (!Number.isNaN(value)) yield [this.#ids[entry] as number, value]
    }
  }

  #slotOf(id: number): number {
    const mask = this.#slots.length - 1
    const mixed = Math.imul(id ^ (id / 0x1_0000_0000), 0x9e3779b1)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    for (;;) {
      const entry = this.#slots[slot] as number
      if (entry === FREE || this.#ids[entry] === id) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    const [ids, values, length] = [this.#ids, this.#values, this.#length]
    const slots = this.#size * 2 < length ? this.#slots.length : this.#slots.length * 2
    this.#slots = new Int32Array(slots).fill(FREE)
    this.#ids = new Float64Array(capacityOf(slots))
    this.#values = new Float64Array(capacityOf(slots))
    this.#length = 0
    for (let entry = 0; entry < length; entry++) {
      const value = values[entry] as number
      if (Number.isNaN(value)) continue
      this.#slots[this.#slotOf(ids[entry] as number)] = this.#length
      this.#ids[this.#length] = ids[entry] as number
      this.#values[this.#length] = value
      this.#length++
    }
  }
}

function capacityOf(slots: number): number {
  return Math.floor(slots * MAX_LOAD_FACTOR)
}
