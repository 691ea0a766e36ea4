/** Characters of one write. A separate write for each line would take longer than creating the line. */
const PIECE_CHARACTERS = 64 * 1024

/** Writes lines in larger pieces. */
export class LineWriter {
  readonly #output: { write(text: string): Promise<void> }
  #piece = ''

  constructor(output: { write(text: string): Promise<void> }) {
    this.#output = output
  }

  /** @param line - One or more lines, with line ends. */
  async write(line: string): Promise<void> {
    this.#piece += line
    if (this.#piece.length >= PIECE_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    const piece = this.#piece
    this.#piece = ''
    if (piece !== '') await this.#output.write(piece)
  }
}
