import { createHash } from 'node:crypto'

const HIGH = 0x1_0000_0000
/** The maximum length of a text in a key. LMDB allows keys of 1,978 bytes; a hash replaces longer texts. */
const MAX_TEXT_BYTES = 1_800

/** Encodes ids as eight big-endian bytes each, so that byte order equals id order. */
export function idKey(...ids: readonly number[]): Buffer {
  const key = Buffer.allocUnsafe(8 * ids.length)
  for (let at = 0; at < ids.length; at++) writeId(key, ids[at] as number, at * 8)
  return key
}

/** Returns the id at a position of a key from {@link idKey}. */
export function idOf(key: Buffer, position = 0): number {
  return key.readUInt32BE(position * 8) * HIGH + key.readUInt32BE(position * 8 + 4)
}

/** Encodes a text without collisions: UTF-16 preserves lone surrogates, which UTF-8 would replace. */
export function textKey(text: string): Buffer {
  // Adds a prefix, since LMDB has no empty keys.
  const key = Buffer.allocUnsafe(TEXT_MARK.length + text.length * 2)
  key[0] = TEXT_MARK[0] as number
  key.write(text, TEXT_MARK.length, 'utf16le')
  if (key.length <= MAX_TEXT_BYTES) return key
  return Buffer.concat([LONG_TEXT_MARK, createHash('sha256').update(key).digest()])
}

/** Returns the text of a key from {@link textKey}, unless it {@link isLongTextKey}. */
export function textOf(key: Buffer): string {
  return key.toString('utf16le', TEXT_MARK.length)
}

/** Returns whether a key from {@link textKey} contains only a hash of its text. */
export function isLongTextKey(key: Buffer): boolean {
  return key[0] === LONG_TEXT_MARK[0]
}

/** Returns the range of the keys of all texts that start with a non-empty prefix, except long texts. */
export function textsWithPrefix(text: string): { readonly start: Buffer; readonly end: Buffer } {
  const start = Buffer.concat([TEXT_MARK, Buffer.from(text, 'utf16le')])
  return { start, end: prefixEnd(start) }
}

/** Formats a key for messages: its ids or its text. */
export function nameOf(key: Buffer): string {
  if (key[0] === TEXT_MARK[0]) return JSON.stringify(textOf(key))
  if (key[0] !== 0 || key.length % 8 !== 0) return key.toString('hex')
  return Array.from({ length: key.length / 8 }, (_, position) => idOf(key, position)).join('-')
}

const TEXT_MARK = Buffer.from([1])
const LONG_TEXT_MARK = Buffer.from([2])

/** The range of the keys of all hashed texts. */
export const LONG_TEXTS: { readonly start: Buffer; readonly end: Buffer } = {
  start: LONG_TEXT_MARK,
  end: prefixEnd(LONG_TEXT_MARK),
}

/** Returns the first byte string after all strings with this prefix. */
function prefixEnd(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0xff)
  const next = Buffer.from(bytes.subarray(0, last + 1))
  next[last] = (next[last] as number) + 1
  return next
}

function writeId(key: Buffer, id: number, at: number): void {
  key.writeUInt32BE(Math.floor(id / HIGH), at)
  key.writeUInt32BE(id % HIGH, at + 4)
}
