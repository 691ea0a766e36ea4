import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FeedError } from '../item/feed-error.ts'

/** A temporary file. */
export interface SpooledFile {
  readonly path: string
  /** Removes the file. A second call does nothing. */
  remove(): Promise<void>
}

/**
 * Writes a stream to a temporary file, for formats that need random access.
 *
 * @throws {FeedError} `document_too_large` above `maxBytes`. Errors of the stream pass unchanged. The file is then removed.
 */
export async function spool(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, signal }: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'utpid-feed-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'spooled')
  async function* limited(): AsyncGenerator<Buffer> {
    let left = maxBytes
    for await (const chunk of chunks) {
      left -= chunk.length
      if (left < 0) {
        const limit = maxBytes.toLocaleString('en')
        throw new FeedError('document_too_large', `The file has more than ${limit} bytes; send it in parts.`)
      }
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(limited()), createWriteStream(path), { signal })
    return { path, remove }
  } catch (error) {
    await remove()
    throw signal?.aborted === true ? signal.reason : error
  }
}
