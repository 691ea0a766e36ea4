import type { CountedTerms } from './term-lines.ts'

const MAX_LOAD_FACTOR = 0.6
const SLOTS_AT_FIRST = 1 << 16
/** The marker of a free slot. Hashes are 0 or more. */
const FREE = -1

/** The product counts of terms by hash. Two columns store more terms than a `Map` can store efficiently. */
export class TermCounts {
  #hashes: Float64Array = new Float64Array(SLOTS_AT_FIRST).fill(FREE)
  #counts = new Uint32Array(SLOTS_AT_FIRST)
  #size = 0

  /** @returns whether this is the first product with the term. */
  add(hash: number): boolean {
    if (this.#size >= this.#hashes.length * MAX_LOAD_FACTOR) this.#grow()
    const slot = this.#slotOf(hash)
    this.#counts[slot] = (this.#counts[slot] as number) + 1
    if (this.#hashes[slot] === hash) return false
    this.#hashes[slot] = hash
    this.#size++
    return true
  }

  of(hash: number): number {
    return this.#counts[this.#slotOf(hash)] as number
  }

  /** Yields all counts, at most `max` at a time. */
  *batches(max: number): Generator<CountedTerms, void> {
    for (let from = 0; from < this.#hashes.length; from += max) {
      const slots = this.#hashes.subarray(from, from + max)
      const hashes = slots.filter((hash) => hash !== FREE)
      const products = new Float64Array(hashes.length)
      let next = 0
      for (let at = 0; at < slots.length; at++) {
        if (slots[at] !== FREE) products[next++] = this.#counts[from + at] as number
      }
      yield { hashes, products }
    }
  }

  #slotOf(hash: number): number {
    const mask = this.#hashes.length - 1
    let slot = ((hash % 0x1_0000_0000) ^ (hash / 0x1_0000_0000)) & mask
    while (this.#hashes[slot] !== FREE && this.#hashes[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [hashes, counts] = [this.#hashes, this.#counts]
    this.#hashes = new Float64Array(hashes.length * 2).fill(FREE)
    this.#counts = new Uint32Array(hashes.length * 2)
    for (const [at, hash] of hashes.entries()) {
      if (hash === FREE) continue
      const slot = this.#slotOf(hash)
      this.#hashes[slot] = hash
      this.#counts[slot] = counts[at] as number
    }
  }
}
