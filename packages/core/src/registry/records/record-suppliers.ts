import type { RecordId } from '../../storage/rows.ts'

/** Records that are remembered: a power of two. */
const SLOTS = 2 ** 18

/**
 * Whose records some are. A record stays with its supplier for ever, so that what was read once need not be read again; of
 * two records that share a place the one asked for last is remembered. Numbers in columns: nothing to collect.
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

/** Ids are hashes. */
function slotOf(id: RecordId): number {
  return id % SLOTS
}
