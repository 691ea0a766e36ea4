import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { type CliError, usageError } from '../errors/cli-error.ts'

/** A file to which a command writes its results piece by piece. */
export class FileWriter {
  readonly #stream: WriteStream
  readonly #path: string
  #failure: Error | undefined

  private constructor(path: string, stream: WriteStream) {
    this.#path = path
    this.#stream = stream
    stream.on('error', (error) => {
      this.#failure = error
    })
  }

  /** @throws {CliError} when the path cannot be a file. */
  static async create(path: string): Promise<FileWriter> {
    const stream = createWriteStream(path)
    try {
      await once(stream, 'open')
    } catch (error) {
      throw unwritable(path, error)
    }
    return new FileWriter(path, stream)
  }

  /** Writes without waiting, for synchronous callers. `close` throws the errors. */
  push(text: string): boolean {
    return this.#failure !== undefined || this.#stream.write(text)
  }

  /** Resolves when more can be written, so that a slow disk does not fill the memory. */
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
    await once(this.#stream, 'close').catch(() => {})
    this.#check()
  }

  #check(): void {
    if (this.#failure !== undefined) throw unwritable(this.#path, this.#failure)
  }
}

/** Returns the error for a file that cannot be written, with the remedy. */
export function unwritable(path: string, cause: unknown): CliError {
  const { code, message } = cause as NodeJS.ErrnoException
  const reason =
    code === 'ENOENT'
      ? 'its folder does not exist'
      : code === 'EISDIR'
        ? 'it is a folder'
        : code === 'EACCES' || code === 'EPERM' || code === 'EROFS'
          ? 'this user has no write permission'
          : code === 'ENOSPC'
            ? 'the disk is full'
            : message
  return usageError(`${path} cannot be written: ${reason}; use another file.`, { cause })
}
