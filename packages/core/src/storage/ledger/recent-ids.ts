/** The number of slots, which need 32 kB. The number is prime, since the slot of an id is its remainder. */
const SLOTS = 4_093

/**
 * Remembers recently requested ids approximately: a later id may overwrite another id.
 *
 * A cache uses this class to add entries only on their second request. If every entry is requested once, as in reads
 * over a large registry, caching does not help, and evicted entries are expensive garbage of the old generation.
 */
export class RecentIds {
  readonly #ids: Float64Array = new Float64Array(SLOTS).fill(-1)

  /** Reports whether an id was requested recently, and stores the id. */
  noteAndTest(id: number): boolean {
    const at = id % SLOTS
    const isKnown = this.#ids[at] === id
    this.#ids[at] = id
    return isKnown
  }
}
