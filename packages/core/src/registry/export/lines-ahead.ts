import type { ParallelLineReader, ParallelLines } from '../../storage/bulk-load.ts'

/** Consecutive lines with their parsed rows. The rows are undefined if the caller must read the lines one by one. */
export interface ReadBatch {
  readonly lines: readonly string[]
  readonly read: ParallelLines | undefined
}

/**
 * The number of lines in a batch. If one line is unusual, the whole batch is parsed again, which makes large batches
 * expensive. A smaller batch costs more per line.
 */
const LINES_PER_BATCH = 1_000
/** The number of UTF-16 units after which a batch with long lines ends. */
const MAX_BATCH_UNITS = 8_000_000

/** Lines of an export that workers parse while the caller loads earlier lines. */
export class LinesAhead {
  readonly #lineReader: ParallelLineReader
  #lines: string[] = []
  #units = 0
  readonly #reading: { readonly lines: readonly string[]; readonly read: Promise<ParallelLines | undefined> }[] = []

  constructor(lineReader: ParallelLineReader) {
    this.#lineReader = lineReader
  }

  /**
   * Adds a line.
   *
   * @returns A batch, which the caller must use before it adds more lines.
   */
  add(line: string): Promise<ReadBatch> | undefined {
    this.#lines.push(line)
    this.#units += line.length
    if (this.#lines.length < LINES_PER_BATCH && this.#units < MAX_BATCH_UNITS) return undefined
    const lines = this.#lines
    this.#lines = []
    this.#units = 0
    this.#reading.push({ lines, read: this.#lineReader.read(lines) })
    return this.#reading.length > this.#lineReader.concurrency ? this.#first() : undefined
  }

  /** Yields all remaining batches. The last lines are too few for a worker, so their rows are not parsed. */
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
