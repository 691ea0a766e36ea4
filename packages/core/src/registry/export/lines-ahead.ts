import type { ParallelLineReader, ParallelLines } from '../../storage/bulk-load.ts'

/** Consecutive lines with their parsed rows; undefined if they have to be read one by one. */
export interface ReadBatch {
  readonly lines: readonly string[]
  readonly read: ParallelLines | undefined
}

/** A larger batch repeats more work if one of its lines is unusual; a smaller one costs more per line. */
const LINES_PER_BATCH = 1_000

/** Lines of an export that workers parse while earlier lines are loaded. */
export class LinesAhead {
  readonly #aside: ParallelLineReader
  #lines: string[] = []
  readonly #reading: { readonly lines: readonly string[]; readonly read: Promise<ParallelLines | undefined> }[] = []

  constructor(aside: ParallelLineReader) {
    this.#aside = aside
  }

  /** @returns a batch to take before more lines are added. */
  add(line: string): Promise<ReadBatch> | undefined {
    this.#lines.push(line)
    if (this.#lines.length < LINES_PER_BATCH) return undefined
    const lines = this.#lines
    this.#lines = []
    this.#reading.push({ lines, read: this.#aside.read(lines) })
    return this.#reading.length > this.#aside.concurrency ? this.#first() : undefined
  }

  /** Yields all remaining batches; the last lines are too few for a worker. */
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
