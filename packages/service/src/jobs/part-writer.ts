import type { InputItem } from '../model/job.ts'
import type { ServiceStore } from '../store/service-store.ts'

/** Default items of one part: the amount of work to repeat after a worker dies. */
export const ITEMS_PER_PART = 500
/** Maximum characters of one part, to keep rows small. */
const CHARACTERS_PER_PART = 256 * 1024

/** Splits items into parts and writes them as they arrive. The parts belong to no job until the job is created. */
export class PartWriter {
  readonly #store: ServiceStore
  readonly #keyOf: (part: number) => string
  readonly #itemsPerPart: number
  #items: InputItem[] = []
  #characters = 0
  #parts = 0
  #total = 0

  /** @param keyOf - Returns the row key of a part. */
  constructor(store: ServiceStore, keyOf: (part: number) => string, itemsPerPart: number = ITEMS_PER_PART) {
    this.#store = store
    this.#keyOf = keyOf
    this.#itemsPerPart = itemsPerPart
  }

  get parts(): number {
    return this.#parts
  }

  get total(): number {
    return this.#total
  }

  async add(item: InputItem): Promise<void> {
    this.#items.push(item)
    this.#total++
    this.#characters += 'text' in item ? item.text.length : item.error.message.length
    if (this.#items.length >= this.#itemsPerPart || this.#characters >= CHARACTERS_PER_PART) await this.#flush()
  }

  async end(): Promise<void> {
    if (this.#items.length > 0) await this.#flush()
  }

  async #flush(): Promise<void> {
    const row = { items: this.#items }
    const key = this.#keyOf(this.#parts)
    this.#items = []
    this.#characters = 0
    await this.#store.write([{ table: 'job_inputs', key, row }])
    this.#parts++
  }
}
