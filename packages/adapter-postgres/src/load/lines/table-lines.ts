import { finished } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** Characters of all tables together that are gathered before they are sent. */
const CHARACTERS_MOST = 8_000_000

/**
 * Lines for COPY, by table: gathered while those before are taken by the server. Tables must have been emptied in the
 * transaction: rows are written as those that everybody sees, so that no vacuum has to write them again.
 */
export class TableLines {
  readonly #client: ClientBase
  /** By table with its columns, as `copy` names them. */
  #lines = new Map<string, (string | Uint8Array)[]>()
  #characters = 0
  #sending: Promise<void> = Promise.resolve()

  constructor(client: ClientBase) {
    this.#client = client
  }

  /** @param line - Or several, as they are sent. */
  add(target: string, line: string | Uint8Array): void {
    const lines = this.#lines.get(target)
    if (lines === undefined) this.#lines.set(target, [line])
    else lines.push(line)
    this.#characters += line.length
  }

  /** Sends what was gathered when it is enough, after what is being sent. */
  async sendIfMuch(): Promise<void> {
    if (this.#characters >= CHARACTERS_MOST) await this.#send()
  }

  /** Resolves when the server has everything. */
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
    // Told to whoever sends next.
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

/** Lines one after another, in few pieces. */
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
