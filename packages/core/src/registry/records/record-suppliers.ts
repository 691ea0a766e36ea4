import type { RecordId } from '../../storage/rows.ts'

/** The number of cached records, a power of two. */
const SLOTS = 2 ** 18

/**
 * A cache of the suppliers of records. A record never changes its supplier, so entries stay valid. If two records share
 * a slot, the cache keeps the record that was read last. Typed arrays create no garbage.
 */
export class RecordSuppliers {
  #ids: Float64Array | undefined
  #suppliers: Uint32Array | undefined
  readonly #names: string[] = []
  readonly #numbers = new Map<string, number>()

  get(id: RecordId): string | undefined {
    const slot = slotOf(id)
    return this.#ids?.[slot] === id ? this.#names[this.#suppliers?.[slot] as number] : undefined
  }

  set(id: RecordId, supplier: string): void {
    this.#ids ??= new Float64Array(SLOTS).fill(-1)
    this.#suppliers ??= new Uint32Array(SLOTS)
    const slot = slotOf(id)
    this.#ids[slot] = id
    this.#suppliers[slot] = this.#number(supplier)
  }

  #number(supplier: string): number {
    let number = this.#numbers.get(supplier)
    if (number === undefined) {
      number = this.#names.push(supplier) - 1
      this.#numbers.set(supplier, number)
    }
    return number
  }
}

/** Returns the slot of a record. An id is a hash, so its low bits are evenly distributed. */
function slotOf(id: RecordId): number {
  return id % SLOTS
}
