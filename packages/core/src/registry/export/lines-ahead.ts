import type { LinesAside, ReadAside } from '../../storage/bulk-load.ts'

/** Lines in their order, and what was read of them aside; undefined when they are to be read one by one. */
export interface ReadBatch {
  readonly lines: readonly string[]
  readonly read: ReadAside | undefined
}

/** Much more would have to be read again one by one for one line that is not as usual; of less, each answer costs more. */
const LINES_PER_BATCH = 1_000

/** Lines of an export that are being read aside, while those before are loaded. */
export class LinesAhead {
  readonly #aside: LinesAside
  #lines: string[] = []
  readonly #reading: { readonly lines: readonly string[]; readonly read: Promise<ReadAside | undefined> }[] = []

  constructor(aside: LinesAside) {
    this.#aside = aside
  }

  /** @returns a batch that has to be taken before more is read. */
  add(line: string): Promise<ReadBatch> | undefined {
    this.#lines.push(line)
    if (this.#lines.length < LINES_PER_BATCH) return undefined
    const lines = this.#lines
    this.#lines = []
    this.#reading.push({ lines, read: this.#aside.read(lines) })
    return this.#reading.length > this.#aside.atOnce ? this.#first() : undefined
  }

  /** All that are left; the last of them are too few to be worth it. */
  async *rest(): AsyncGenerator<ReadBatch, void> {
    while (this.#reading.length > 0) yield await this.#first()
    const lines = this.#lines
    this.#lines = []
    if (lines.length > 0) yield { lines, read: undefined }
  }

  async #first(): Promise<ReadBatch> {
    const first = this.#reading.shift()
    return { lines: first?.lines ?? [], read: await first?.read }
  }
}
