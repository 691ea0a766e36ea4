const NEWLINE = 10

/**
 * A list of texts in one buffer: 135,000 names do not need 135,000 strings. A text becomes a string only when it is
 * read.
 */
export class TextColumn {
  readonly length: number
  readonly #bytes: Buffer
  /** Start of each text, with one more entry for the end of the last. */
  readonly #starts: Uint32Array

  /** Decodes the front coding, see `file-layout.ts`. */
  constructor(shared: Buffer, rest: Buffer) {
    let total = rest.length - shared.length
    for (const count of shared) total += count
    const bytes = Buffer.allocUnsafe(total)
    const starts = new Uint32Array(shared.length + 1)
    let read = 0
    let written = 0
    for (let index = 0; index < shared.length; index++) {
      const start = written
      starts[index] = start
      const count = shared[index] ?? 0
      const before = index === 0 ? 0 : (starts[index - 1] ?? 0)
      for (let byte = 0; byte < count; byte++) bytes[written++] = bytes[before + byte] ?? 0
      let byte = rest[read++] ?? NEWLINE
      while (byte !== NEWLINE) {
        bytes[written++] = byte
        byte = rest[read++] ?? NEWLINE
      }
    }
    starts[shared.length] = written
    this.length = shared.length
    this.#bytes = bytes
    this.#starts = starts
  }

  /** Returns the text at an index below `length`. */
  at(index: number): string {
    return this.#bytes.toString('utf8', this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0)
  }
}
