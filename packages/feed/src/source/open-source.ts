import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { addAbortSignal, Readable } from 'node:stream'
import { FeedError } from '../item/feed-error.ts'
import { readingError } from '../item/reading-error.ts'

/** A path; `-` for standard input; or a stream of bytes or text. */
export type FeedSource = string | Readable | AsyncIterable<Uint8Array | string>

/** A function that is called after each chunk, with the compressed bytes read so far and the total size, if known. */
export type BytesListener = (read: number, total: number | undefined) => void

export interface OpenedSource {
  /** Name of the source in messages: the path, or the kind of stream. */
  readonly name: string
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
  /** Path of the source, if it is a regular file. */
  readonly path: string | undefined
  /** Reports bytes that were read from `path` and not from `chunks`. */
  report(read: number): void
  /** Stops reading immediately. A second call does nothing. */
  close(): void
}

const PIECE_BYTES = 256 * 1024

/** @throws {FeedError} `file_not_found`, `is_a_folder`, `no_permission` or `read_failed`. */
export async function openSource(
  source: FeedSource,
  options: { signal?: AbortSignal | undefined; onBytes?: BytesListener | undefined },
): Promise<OpenedSource> {
  const { name, stream, total, path } = await openStream(source)
  // The iteration throws the error later. Without a listener, an error before the iteration would end the process.
  stream.on('error', () => {})
  if (options.signal !== undefined) addAbortSignal(options.signal, stream)

  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    let read = 0
    try {
      // `destroyOnReturn: false`: `close` destroys the stream without an error. Otherwise a partly read source would
      // get an AbortError, which would hide the reason why reading ended.
      for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<unknown>) {
        const bytes = toBuffer(piece, name)
        read += bytes.length
        options.onBytes?.(read, total)
        if (bytes.length > 0) yield bytes
      }
    } catch (error) {
      if (options.signal?.aborted === true) throw options.signal.reason
      throw readingError(error, name)
    }
  }

  const report = (read: number): void => options.onBytes?.(read, total)
  return { name, chunks: chunks(), path, report, close: () => void stream.destroy() }
}

interface OpenedStream {
  readonly name: string
  readonly stream: Readable
  /** Size in bytes, if known. */
  readonly total: number | undefined
  /** Path of a regular file. */
  readonly path?: string | undefined
}

async function openStream(source: FeedSource): Promise<OpenedStream> {
  if (source === '-') return { name: 'standard input', stream: process.stdin, total: undefined }
  if (typeof source !== 'string') {
    const stream = source instanceof Readable ? source : Readable.from(source, { objectMode: true })
    return { name: 'the stream', stream, total: undefined }
  }
  try {
    const found = await stat(source)
    if (found.isDirectory()) {
      throw new FeedError('is_a_folder', `${source} is a folder; name the files in it.`)
    }
    // A pipe has no size, and a device reports 0.
    const total = found.isFile() ? found.size : undefined
    const path = found.isFile() ? source : undefined
    return { name: source, stream: createReadStream(source, { highWaterMark: PIECE_BYTES }), total, path }
  } catch (error) {
    throw readingError(error, source)
  }
}

function toBuffer(piece: unknown, name: string): Buffer {
  if (Buffer.isBuffer(piece)) return piece
  if (piece instanceof Uint8Array) return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  if (typeof piece === 'string') return Buffer.from(piece)
  throw new TypeError(`${name} must yield bytes or text, not ${piece === null ? 'null' : typeof piece}.`)
}
