const MAX_LOAD_FACTOR = 0.6
const INITIAL_SLOTS = 1 << 10
/** The mark of a free slot. Ids are 0 or more. */
const FREE = -1

/** A set of ids that uses less memory per id than a `Set`. */
export class IdSet {
  #slots: Float64Array = new Float64Array(INITIAL_SLOTS).fill(FREE)
  #size = 0

  /**
   * Adds an id.
   *
   * @returns True if the id is new.
   */
  add(id: number): boolean {
    if (this.#size >= this.#slots.length * MAX_LOAD_FACTOR) this.#grow()
    const slot = this.#slotOf(id)
    if (this.#slots[slot] === id) return false
    this.#slots[slot] = id
    this.#size++
    return true
  }

  has(id: number): boolean {
    return this.#slots[this.#slotOf(id)] === id
  }

  #slotOf(id: number): number {
    const mask = this.#slots.length - 1
    const mixed = Math.imul((id % 0x1_0000_0000) ^ (id / 0x1_0000_0000), 0x9e3779b1)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    while (this.#slots[slot] !== FREE && this.#slots[slot] !== id) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Float64Array(before.length * 2).fill(FREE)
    for (const id of before) if (id !== FREE) this.#slots[this.#slotOf(id)] = id
  }
}
