import { LIMITS } from '@utpid/core'
import type { InputItem } from '../model/job.ts'
import { type Body, inPieces } from './read-feed-items.ts'
import type { Turns } from './turns.ts'

const LINE_FEED = 0x0a
/** Maximum bytes of a line: all texts of a record, with room for JSON escapes. */
export const LINE_BYTES_MOST: number = 8 * LIMITS.extraCharacters * 6

/** Yields non-empty lines of NDJSON as received. An unreadable line becomes an item with an error. */
export async function* readNdjson(body: Body, turns: Pick<Turns, 'pass'>): AsyncGenerator<InputItem> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let parts: Uint8Array[] = []
  let size = 0
  const take = (): InputItem | undefined => {
    const at = line++
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
    const isTooLong = size > LINE_BYTES_MOST
    parts = []
    size = 0
    if (isTooLong) {
      const message = `Line ${at} is longer than ${LINE_BYTES_MOST} bytes.`
      return { line: at, error: { code: 'line_too_long', message } }
    }
    try {
      const text = decoder.decode(bytes).trim()
      return text === '' ? undefined : { line: at, text }
    } catch {
      return { line: at, error: { code: 'invalid_encoding', message: `Line ${at} is not UTF-8.` } }
    }
  }
  const keep = (part: Uint8Array): void => {
    size += part.length
    if (size > LINE_BYTES_MOST) parts = []
    // Copy, since the source may reuse its buffer.
    else if (part.length > 0) parts.push(Buffer.from(part))
  }
  for await (const piece of inPieces(body, turns)) {
    let from = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
      keep(piece.subarray(from, end))
      const item = take()
      if (item !== undefined) yield item
      from = end + 1
    }
    keep(piece.subarray(from))
  }
  const last = take()
  if (last !== undefined) yield last
}
