import { StringDecoder } from 'node:string_decoder'
import { FeedError } from '../item/feed-error.ts'
import { peekStream } from './peek-stream.ts'

export interface Utf8Stream {
  /** UTF-8 without a byte order mark. Invalid bytes of the source may remain. */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
  /**
   * Whether a byte order mark declared the encoding. If so, an invalid byte is an error, never a sign of another
   * encoding.
   */
  readonly declared: boolean
}

/**
 * Converts a stream to UTF-8. It removes the byte order mark of UTF-8, and decodes UTF-16 of either byte order by its
 * mark. Without a mark, the bytes stay unchanged.
 *
 * Invalid UTF-16 becomes the byte 0xFF, which never occurs in UTF-8. Only the line with this byte then fails.
 *
 * @throws {FeedError} `unsupported_encoding` for UTF-32.
 */
export async function toUtf8(source: AsyncIterable<Buffer>, name: string): Promise<Utf8Stream> {
  const { head, chunks } = await peekStream(source, (bytes) => bytes.length >= 4)
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
    throw new FeedError('unsupported_encoding', `${name} is UTF-32; save it as UTF-8.`)
  }
  if (a === 0xef && b === 0xbb && c === 0xbf) return { chunks: skipBytes(chunks, 3), declared: true }
  if (a === 0xff && b === 0xfe) return { chunks: decodeUtf16(skipBytes(chunks, 2), false), declared: true }
  if (a === 0xfe && b === 0xff) return { chunks: decodeUtf16(skipBytes(chunks, 2), true), declared: true }
  return { chunks, declared: false }
}

/**
 * Skips the first bytes of a stream. They are all in the first chunk, because `peekStream` has collected them there.
 */
async function* skipBytes(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer, void, undefined> {
  let skipped = false
  for await (const chunk of chunks) {
    yield skipped ? chunk : chunk.subarray(count)
    skipped = true
  }
}

async function* decodeUtf16(
  chunks: AsyncIterable<Buffer>,
  bigEndian: boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const decoder = new StringDecoder('utf16le')
  let odd: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = odd.length === 0 ? Buffer.from(chunk) : Buffer.concat([odd, chunk])
    const even = bytes.length - (bytes.length % 2)
    odd = bytes.subarray(even)
    const units = bytes.subarray(0, even)
    if (bigEndian) units.swap16()
    yield encode(decoder.write(units))
  }
  yield encode(decoder.end())
  if (odd.length > 0) yield Buffer.of(0xff)
}

function encode(text: string): Buffer {
  const parts = text.split(/\p{Surrogate}/u)
  if (parts.length === 1) return Buffer.from(text)
  return Buffer.concat(
    parts.flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [Buffer.of(0xff), Buffer.from(part)])),
  )
}
