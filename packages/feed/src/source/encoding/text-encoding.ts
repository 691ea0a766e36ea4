import { FeedError } from '../../item/feed-error.ts'
import { decodeWindows1252 } from './windows-1252.ts'

/** Encodings in which one character may have several bytes. A sequence of bytes can be invalid in them. */
const MULTI_BYTE: ReadonlySet<string> = new Set([
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'gbk',
  'iso-2022-jp',
  'shift_jis',
])

/**
 * Returns the standard name of an encoding, such as `windows-1252` for `latin1`.
 *
 * @throws {FeedError} `unknown_encoding`
 */
export function encodingNamed(label: string, name: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    throw new FeedError(
      'unknown_encoding',
      `${name}: there is no encoding "${label.slice(0, 40)}"; use a name such as utf-8, windows-1252 or shift_jis.`,
      { cause },
    )
  }
}

export function isMultiByte(encoding: string): boolean {
  return MULTI_BYTE.has(encoding)
}

/** Decodes bytes of one encoding to UTF-8, in pieces. */
export interface ToUtf8 {
  /** Returns UTF-8. A broken sequence of a multi-byte encoding becomes the byte 0xFF, which never occurs in UTF-8. */
  decode(bytes: Buffer): Buffer
  /** Returns the rest. */
  end(): Buffer
}

/** @param encoding - A standard name, see {@link encodingNamed}. */
export function decoderOf(encoding: string): ToUtf8 {
  if (encoding === 'windows-1252') {
    return { decode: (bytes) => Buffer.from(decodeWindows1252(bytes)), end: () => Buffer.alloc(0) }
  }
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const encode =
    isMultiByte(encoding) || encoding.startsWith('utf-16') ? encodeMarked : (text: string) => Buffer.from(text)
  return { decode: (bytes) => encode(decoder.decode(bytes, { stream: true })), end: () => encode(decoder.decode()) }
}

/** Encodes text as UTF-8, with the byte 0xFF instead of each replacement character. */
function encodeMarked(text: string): Buffer {
  if (!text.includes(REPLACEMENT)) return Buffer.from(text)
  const parts = text.split(REPLACEMENT).map((part) => Buffer.from(part))
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.of(0xff), part])))
}

const REPLACEMENT = '\ufffd'
