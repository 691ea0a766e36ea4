import { StringDecoder } from 'node:string_decoder'
import { FeedError } from '../../item/feed-error.ts'
import { peekStream } from '../peek-stream.ts'
import { EncodingReport, repairEncoding } from './repair-encoding.ts'
import { decoderOf, encodingNamed } from './text-encoding.ts'

export interface Utf8Stream {
  /** UTF-8 without a byte order mark. Invalid bytes of the source may remain. */
  readonly chunks: AsyncGenerator<Buffer, void, undefined>
  /** The encoding of the source, complete once the stream has ended. */
  readonly report: EncodingReport
}

/** Enough bytes for the declaration of an XML document. */
const DECLARATION_BYTES = 200

/**
 * Converts a stream to UTF-8. In this order: a byte order mark tells the encoding, and is removed; the given encoding;
 * the declaration of an XML document; zero bytes at each second place mean UTF-16. Without any of these, text that is
 * not UTF-8 is read in an encoding that its bytes suggest.
 *
 * Invalid UTF-16 and invalid sequences of multi-byte encodings become the byte 0xFF, which never occurs in UTF-8. Only
 * the line with this byte then fails.
 *
 * @param encoding - Name of the encoding, if it is known.
 * @throws {FeedError} `unsupported_encoding` for UTF-32; `unknown_encoding` for an unknown name.
 */
export async function toUtf8(
  source: AsyncIterable<Buffer>,
  name: string,
  encoding?: string | undefined,
): Promise<Utf8Stream> {
  const given = encoding === undefined ? undefined : encodingNamed(encoding, name)
  const { head, chunks } = await peekStream(source, (bytes) => bytes.length >= 4 && hasDeclaration(bytes))
  const [a, b, c, d] = head
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff)) {
    throw new FeedError('unsupported_encoding', `${name} is UTF-32; save it as UTF-8.`)
  }
  if (a === 0xef && b === 0xbb && c === 0xbf)
    return { chunks: skipBytes(chunks, 3), report: new EncodingReport('utf-8') }
  if (a === 0xff && b === 0xfe) return utf16(skipBytes(chunks, 2), 'utf-16le')
  if (a === 0xfe && b === 0xff) return utf16(skipBytes(chunks, 2), 'utf-16be')

  const told = given ?? declaredEncoding(head)
  if (told === 'utf-16le' || told === 'utf-16be') return utf16(chunks, told)
  if (told !== undefined && told !== 'utf-8') {
    return { chunks: decode(chunks, told), report: new EncodingReport(told) }
  }
  if (given === 'utf-8') return { chunks, report: new EncodingReport('utf-8') }
  const unmarked = unmarkedUtf16(head)
  if (unmarked !== undefined) {
    const stream = utf16(chunks, unmarked)
    stream.report.guess({ encoding: unmarked, confidence: 100 }, 1)
    return stream
  }
  const report = new EncodingReport('utf-8')
  return { chunks: repairEncoding(chunks, report), report }
}

/** Returns false if the bytes start an XML declaration that is not complete. */
function hasDeclaration(bytes: Buffer): boolean {
  if (bytes.length >= DECLARATION_BYTES || bytes.subarray(0, 4).toString('latin1') !== '<?xm') return true
  return bytes.includes(0x3e)
}

function declaredEncoding(head: Buffer): string | undefined {
  const text = head.subarray(0, DECLARATION_BYTES).toString('latin1')
  const label = /^<\?xml[^>]{0,150}?\sencoding\s{0,10}=\s{0,10}["']([\w.:-]{1,40})["']/.exec(text)?.[1]
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    // The declaration itself is readable as ASCII, so the document is not UTF-16.
    return encoding.startsWith('utf-16') ? undefined : encoding
  } catch {
    return undefined
  }
}

/** Returns the byte order of UTF-16 without a mark: the first two characters of every feed are ASCII. */
function unmarkedUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = head
  if (isText(a) && b === 0 && isText(c) && d === 0) return 'utf-16le'
  return a === 0 && isText(b) && c === 0 && isText(d) ? 'utf-16be' : undefined
}

function isText(byte: number): boolean {
  return (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d
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

async function* decode(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer, void, undefined> {
  const decoder = decoderOf(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk)
  yield decoder.end()
}

function utf16(chunks: AsyncIterable<Buffer>, encoding: 'utf-16le' | 'utf-16be'): Utf8Stream {
  return { chunks: decodeUtf16(chunks, encoding === 'utf-16be'), report: new EncodingReport(encoding) }
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
