import { createGunzip } from 'node:zlib'
import { FeedError } from '../../item/feed-error.ts'
import { DecoderPump } from './decoder-pump.ts'

// One slice expands to at most about 1,032 times its size. Unread output therefore stays below 17 MB, even for a
// hostile file.
export const SLICE_BYTES: number = 16 * 1024
export const OUTPUT_BYTES: number = 64 * 1024

/**
 * Unpacks gzip. Several gzip members are read as one stream; zero bytes after the last member are padding.
 *
 * @throws {FeedError} `truncated_gzip` or `broken_gzip`, after all bytes that can be unpacked.
 */
export async function* gunzip(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer, void, undefined> {
  const pump = new DecoderPump(createGunzip({ chunkSize: OUTPUT_BYTES }))
  try {
    for await (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        const slice = chunk.subarray(from, from + SLICE_BYTES)
        if (pump.ended) {
          if (slice.some((byte) => byte !== 0)) throw brokenGzip(name, undefined)
          continue
        }
        yield* await pump.push(slice)
        if (pump.failure !== undefined) throw brokenGzip(name, pump.failure)
      }
    }
    if (pump.ended) return
    yield* await pump.finish()
    if (pump.failure !== undefined) throw brokenGzip(name, pump.failure)
  } finally {
    pump.destroy()
  }
}

function brokenGzip(name: string, cause: Error | undefined): FeedError {
  if ((cause as NodeJS.ErrnoException | undefined)?.code === 'Z_BUF_ERROR') {
    return new FeedError('truncated_gzip', `${name} ends in the middle of its gzip data; fetch it again.`, { cause })
  }
  const detail = cause === undefined ? 'other data after the end' : cause.message
  return new FeedError('broken_gzip', `The gzip data of ${name} is damaged (${detail}); fetch it again.`, { cause })
}
