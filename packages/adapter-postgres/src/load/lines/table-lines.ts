import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** The maximum number of buffered characters of all tables together. Above this number, lines are sent. */
const MAX_BUFFERED_CHARACTERS = 8_000_000

/**
 * Lines for COPY, by table. Lines are buffered while the server reads earlier lines. The transaction must have
 * truncated the tables: rows are written frozen, so that no vacuum rewrites them.
 */
export class TableLines {
  readonly #client: ClientBase
  /** The buffered lines by target: a table and its columns, in the syntax of `copy`. */
  #lines = new Map<string, (string | Uint8Array)[]>()
  #characters = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(client: ClientBase) {
    this.#client = client
  }

  /** @param line - One or more lines in the format of COPY. */
  add(target: string, line: string | Uint8Array): void {
    const lines = this.#lines.get(target)
    if (lines === undefined) this.#lines.set(target, [line])
    else lines.push(line)
    this.#characters += line.length
  }

  /** Sends enough buffered lines after the lines that are being sent now. */
  async sendIfFull(): Promise<void> {
    if (this.#characters >= MAX_BUFFERED_CHARACTERS) await this.#send()
  }

  /** Sends the remaining lines. Resolves when the server has received all lines. */
  async sendAll(): Promise<void> {
    await this.#send()
    await this.#sending
  }

  async #send(): Promise<void> {
    await this.#sending
    const lines = this.#lines
    this.#lines = new Map()
    this.#characters = 0
    this.#sending = this.#copy(lines)
    // Ignores the error here, since the next send reports it.
    this.#sending.catch(() => undefined)
  }

  async #copy(tables: ReadonlyMap<string, readonly (string | Uint8Array)[]>): Promise<void> {
    for (const [target, lines] of tables) {
      const stream = this.#client.query(copyFrom(`copy ${target} from stdin with (freeze)`))
      const done = finished(stream)
      for (const piece of joined(lines)) stream.write(piece)
      stream.end()
      await done
    }
  }
}

/** Joins many lines into few pieces. */
function* joined(lines: readonly (string | Uint8Array)[]): Generator<string | Uint8Array, void> {
  let texts: string[] = []
  for (const line of lines) {
    if (typeof line === 'string') {
      texts.push(line)
      continue
    }
    if (texts.length > 0) yield texts.join('')
    texts = []
    yield line
  }
  if (texts.length > 0) yield texts.join('')
}
