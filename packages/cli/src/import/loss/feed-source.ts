import { createReadStream, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { FEED_LIMITS, type SpooledFile, spool } from '@utpid/feed'
import type { Io } from '../../io/io.ts'

/** A feed that can be read several times. Standard input and pipes are stored in a temporary file. */
export class FeedSource {
  /** The path of the feed, or of the temporary file. */
  readonly path: string
  readonly #spooled: SpooledFile | undefined

  private constructor(path: string, spooled: SpooledFile | undefined) {
    this.path = path
    this.#spooled = spooled
  }

  /**
   * @param file - A path; `-` for standard input.
   * @throws {FeedError} `document_too_large` if a temporary file would be too large.
   */
  static async create(io: Io, file: string): Promise<FeedSource> {
    if (file !== '-' && (statSync(file, { throwIfNoEntry: false })?.isFile() ?? true)) {
      return new FeedSource(file, undefined)
    }
    const stream = file === '-' ? io.stdin : createReadStream(file)
    const spooled = await spool(stream, { maxBytes: FEED_LIMITS.spooledBytes, signal: io.signal })
    return new FeedSource(spooled.path, spooled)
  }

  /** Returns the feed for one reading: its path, or a stream of the temporary file, whose path says nothing to the user. */
  open(): string | Readable {
    return this.#spooled === undefined ? this.path : createReadStream(this.path)
  }

  /** Removes a temporary file. */
  async close(): Promise<void> {
    await this.#spooled?.remove()
  }
}
