import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-codes.ts'

export interface FileWriterOptions {
  readonly gzip?: boolean
  readonly name?: string
}

/** A file that results are written to, piece by piece. */
export class FileWriter {
  /** What is written to: the file, or what packs it on the way. */
  readonly #stream: Writable
  readonly #file: WriteStream
  readonly #name: string
  #failure: Error | undefined

  private constructor(name: string, file: WriteStream, gzip: boolean) {
    this.#name = name
    this.#file = file
    this.#stream = gzip ? createGzip() : file
    file.on('error', (error) => {
      this.#failure = error
      // Who waits for the packing is to hear of it.
      if (gzip) this.#stream.destroy(error)
    })
    if (gzip) this.#stream.on('error', () => {}).pipe(file)
  }

  /**
   * @param options - `gzip`: pack what is written. `name`: what errors call the file; its path unless given.
   * @throws {CliError} when there can be no file at the path.
   */
  static async create(path: string, { gzip = false, name = path }: FileWriterOptions = {}): Promise<FileWriter> {
    const stream = createWriteStream(path)
    try {
      await once(stream, 'open')
    } catch (error) {
      throw unwritable(name, error)
    }
    return new FileWriter(name, stream, gzip)
  }

  /** Writes without waiting, for callers that cannot; `close` throws what went wrong. */
  push(text: string): boolean {
    return this.#failure !== undefined || this.#stream.write(text)
  }

  /** Resolves when more may be written, so that a slow disk does not fill the memory. */
  async write(text: string): Promise<void> {
    this.#check()
    if (this.push(text)) return
    await once(this.#stream, 'drain').catch(() => {})
    this.#check()
  }

  /** Resolves when everything is written. */
  async close(): Promise<void> {
    this.#check()
    this.#stream.end()
    await once(this.#file, 'close').catch(() => {})
    this.#check()
  }

  #check(): void {
    if (this.#failure !== undefined) throw unwritable(this.#name, this.#failure)
  }
}

/** Why a file cannot be written, with the cure. */
export function unwritable(path: string, cause: unknown): CliError {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason =
    code === 'ENOENT'
      ? 'its folder does not exist'
      : code === 'EISDIR'
        ? 'it is a folder'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'this user may not write there'
          : code === 'ENOSPC'
            ? 'the disk is full'
            : message
  return new CliError(EXIT.usage, `${path} cannot be written: ${reason}; give another file.`, { cause })
}
