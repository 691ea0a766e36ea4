import { once } from 'node:events'
import { OutputClosed } from '../errors/output-closed.ts'
import { unwritable } from './file-writer.ts'

/** A text stream such as `process.stdout`. */
export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

const COLUMNS_WITHOUT_TERMINAL = 100

/** An output stream of a command. */
export class Output {
  readonly stream: OutputStream
  #failure: Error | undefined

  constructor(stream: OutputStream) {
    this.stream = stream
    stream.on('error', (error: NodeJS.ErrnoException) => {
      this.#failure = failureOf(error)
    })
  }

  get isTTY(): boolean {
    return this.stream.isTTY === true
  }

  /** Characters of a line: the width of the terminal, else 100. */
  get columns(): number {
    return this.stream.columns ?? COLUMNS_WITHOUT_TERMINAL
  }

  /**
   * Resolves when more can be written, so that a slow reader does not fill the memory.
   *
   * @param text - Text, or bytes.
   * @throws {OutputClosed} when the reader has closed the output.
   * @throws {CliError} when writing fails, for example on a full disk.
   */
  async write(text: string | Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#writeNow(text)) return
    // An error of the stream also ends the wait.
    await once(this.stream, 'drain').catch((error: unknown) => {
      throw this.#failure ?? error
    })
  }

  /** A write to a redirected file throws synchronously. */
  #writeNow(text: string | Uint8Array): boolean {
    try {
      return this.stream.write(text)
    } catch (error) {
      this.#failure ??= failureOf(error as NodeJS.ErrnoException)
      throw this.#failure
    }
  }

  /** Writes text and ends the line. */
  async line(text: string = ''): Promise<void> {
    await this.write(`${text}\n`)
  }

  /** Writes one JSON document on one line. */
  async json(value: unknown): Promise<void> {
    await this.write(`${JSON.stringify(value)}\n`)
  }
}

function failureOf(error: NodeJS.ErrnoException): Error {
  if (error.code === 'EPIPE' || error.code === 'ECONNRESET') return new OutputClosed(error.message)
  return unwritable('The output', error)
}
