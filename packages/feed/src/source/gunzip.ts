import { createGunzip } from 'node:zlib'
import { FeedError } from '../item/feed-error.ts'
import { peekStream } from './peek-stream.ts'

// One slice expands to at most about 1,032 times its size. Unread output therefore stays below 17 MB, even for a
// hostile file.
const SLICE_BYTES = 16 * 1024
const OUTPUT_BYTES = 64 * 1024

/** Archives that users may send as a feed: description, first bytes, remedy. */
const ARCHIVES: readonly (readonly [name: string, magic: readonly number[], cure: string])[] = [
  ['a zip archive (or an .xlsx workbook)', [0x50, 0x4b, 0x03, 0x04], 'unpack it or save the sheet as CSV'],
  ['bzip2 data', [0x42, 0x5a, 0x68], 'unpack it with bunzip2'],
  ['xz data', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unpack it with unxz'],
  ['zstd data', [0x28, 0xb5, 0x2f, 0xfd], 'unpack it with unzstd'],
]

/**
 * Unpacks gzip, which it recognizes by the first two bytes, not by the name. Other data passes unchanged. Several gzip
 * members are read as one stream; zero bytes after the last member are padding.
 *
 * @throws {FeedError} `not_gzip` (the name ends in `.gz`, but the data is not gzip) or `unsupported_compression`. After
 *   all bytes that can be unpacked: `truncated_gzip` or `broken_gzip`.
 */
export async function* gunzipIfNeeded(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  const peeked = await peekStream(chunks, (head) => head.length >= 5)
  const { head } = peeked
  if (head[0] === 0x1f && head[1] === 0x8b) {
    yield* gunzip(peeked.chunks, name)
    return
  }
  const archive = ARCHIVES.find(([, magic]) => magic.every((byte, at) => head[at] === byte))
  if (archive !== undefined) {
    throw new FeedError('unsupported_compression', `${name} is ${archive[0]}. Only gzip is supported; ${archive[2]}.`)
  }
  if (name.toLowerCase().endsWith('.gz')) {
    throw new FeedError('not_gzip', `${name} ends in .gz but is not gzip data; rename it, or fetch it again.`)
  }
  yield* peeked.chunks
}

/**
 * Unpacks gzip without a stream pipeline: after a broken byte, a pipeline drops unpacked bytes that were not read yet.
 */
async function* gunzip(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer, void, undefined> {
  const inflater = createGunzip({ chunkSize: OUTPUT_BYTES })
  const unpacked: Buffer[] = []
  let failed: Error | undefined
  let ended = false
  let settle: () => void = () => {}
  inflater.on('data', (chunk: Buffer) => unpacked.push(chunk))
  inflater.on('error', (error) => {
    failed = error
    settle()
  })
  inflater.on('end', () => {
    ended = true
    settle()
  })

  try {
    for await (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        const slice = chunk.subarray(from, from + SLICE_BYTES)
        if (ended) {
          if (slice.some((byte) => byte !== 0)) throw brokenGzip(name, undefined)
          continue
        }
        await new Promise<void>((resolve) => {
          settle = resolve
          inflater.write(slice, () => resolve())
        })
        yield* unpacked.splice(0)
        if (failed !== undefined) throw brokenGzip(name, failed)
      }
    }
    if (ended) return
    await new Promise<void>((resolve) => {
      settle = resolve
      inflater.end()
    })
    yield* unpacked.splice(0)
    if (failed !== undefined) throw brokenGzip(name, failed)
  } finally {
    inflater.destroy()
  }
}

function brokenGzip(name: string, cause: Error | undefined): FeedError {
  if ((cause as NodeJS.ErrnoException | undefined)?.code === 'Z_BUF_ERROR') {
    return new FeedError('truncated_gzip', `${name} ends in the middle of its gzip data; fetch it again.`, { cause })
  }
  const detail = cause === undefined ? 'other data after the end' : cause.message
  return new FeedError('broken_gzip', `The gzip data of ${name} is damaged (${detail}); fetch it again.`, { cause })
}
