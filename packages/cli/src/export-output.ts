import { AtomicFile } from './atomic-file.ts'
import { checkOutput } from './check-output.ts'
import type { Io } from './io.ts'

/** Where an export goes: a file that is there as a whole or not at all, or standard output. */
export interface ExportOutput {
  write(text: string): Promise<void>
  /** Everything is written. */
  finish(): Promise<void>
  /** It is not going to be whole: what can be taken back is. */
  discard(): Promise<void>
}

/**
 * @param path - `-` is standard output.
 * @param data - The folder of the registry, which must not be written into.
 * @throws {CliError} when there can be no file at the path.
 */
export async function openExportOutput(io: Io, path: string, data: string): Promise<ExportOutput> {
  if (path === '-') return { write: (text) => io.stdout.write(text), finish: async () => {}, discard: async () => {} }
  checkOutput({ option: '--out', path, inputs: [], data })
  return await AtomicFile.create(path)
}

/** Lines are gathered to pieces of this size: a write for each would take longer than the lines. */
const PIECE_CHARACTERS = 64 * 1024

/** Writes lines in pieces. */
export class LineWriter {
  readonly #output: ExportOutput
  #piece = ''

  constructor(output: ExportOutput) {
    this.#output = output
  }

  /** @param line - With its end. */
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
