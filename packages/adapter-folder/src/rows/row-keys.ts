import { createHash } from 'node:crypto'

const HIGH = 0x1_0000_0000
/** LMDB takes keys of up to 1,978 bytes; longer texts are told apart by a hash of the whole. */
const TEXT_BYTES_MAX = 1_800

/** Ids as eight bytes, the highest first, so that the order of bytes is the order of ids. */
export function idKey(...ids: readonly number[]): Buffer {
  const key = Buffer.allocUnsafe(8 * ids.length)
  for (let at = 0; at < ids.length; at++) writeId(key, ids[at] as number, at * 8)
  return key
}

/** The id at a position of a key made by {@link idKey}. */
export function idOf(key: Buffer, position = 0): number {
  return key.readUInt32BE(position * 8) * HIGH + key.readUInt32BE(position * 8 + 4)
}

/**
 * A text as bytes that no other text has: UTF-16, which also keeps halves of characters that
 * UTF-8 would replace.
 */
export function textKey(text: string): Buffer {
  // One byte in front, since LMDB has no empty keys.
  const key = Buffer.allocUnsafe(TEXT_MARK.length + text.length * 2)
  key[0] = TEXT_MARK[0] as number
  key.write(text, TEXT_MARK.length, 'utf16le')
  if (key.length <= TEXT_BYTES_MAX) return key
  return Buffer.concat([LONG_TEXT_MARK, createHash('sha256').update(key).digest()])
}

/** The text of a key made by {@link textKey}, unless it {@link isLongTextKey}. */
export function textOf(key: Buffer): string {
  return key.toString('utf16le', TEXT_MARK.length)
}

/** Whether a key made by {@link textKey} holds only a hash of its text. */
export function isLongTextKey(key: Buffer): boolean {
  return key[0] === LONG_TEXT_MARK[0]
}

/** The keys of the texts that begin with one that is not empty, but for long ones. */
export function textsBeginning(text: string): { readonly start: Buffer; readonly end: Buffer } {
  const start = Buffer.concat([TEXT_MARK, Buffer.from(text, 'utf16le')])
  return { start, end: following(start) }
}

/** A key for people: its ids or its text. */
export function nameOf(key: Buffer): string {
  if (key[0] === TEXT_MARK[0]) return JSON.stringify(textOf(key))
  if (key[0] !== 0 || key.length % 8 !== 0) return key.toString('hex')
  return Array.from({ length: key.length / 8 }, (_, position) => idOf(key, position)).join('-')
}

const TEXT_MARK = Buffer.from([1])
const LONG_TEXT_MARK = Buffer.from([2])

/** The keys of all texts that are kept as a hash. */
export const LONG_TEXTS: { readonly start: Buffer; readonly end: Buffer } = {
  start: LONG_TEXT_MARK,
  end: following(LONG_TEXT_MARK),
}

/** The first of all bytes that neither begin with these nor come before them. */
function following(bytes: Buffer): Buffer {
  const last = bytes.findLastIndex((byte) => byte < 0xff)
  const next = Buffer.from(bytes.subarray(0, last + 1))
  next[last] = (next[last] as number) + 1
  return next
}

function writeId(key: Buffer, id: number, at: number): void {
  key.writeUInt32BE(Math.floor(id / HIGH), at)
  key.writeUInt32BE(id % HIGH, at + 4)
}
