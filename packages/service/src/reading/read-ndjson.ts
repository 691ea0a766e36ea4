import { LIMITS } from '@utpid/core'
import type { InputItem } from '../model/job.ts'
import { type Body, inPieces } from './read-feed-items.ts'
import type { TimeSlices } from './time-slices.ts'

const LINE_FEED = 0x0a
/** Maximum bytes of a line: all texts of a record, with room for JSON escapes. */
export const MAX_LINE_BYTES: number = 8 * LIMITS.extraCharacters * 6

/** Yields non-empty lines of NDJSON as received. An unreadable line becomes an item with an error. */
export async function* readNdjson(body: Body, slices: Pick<TimeSlices, 'yieldIfDue'>): AsyncGenerator<InputItem> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  let parts: Uint8Array[] = []
  let size = 0
  const nextItem = (): InputItem | undefined => {
    const at = line++
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts)
    const isTooLong = size > MAX_LINE_BYTES
    parts = []
    size = 0
    if (isTooLong) {
      const message = `Line ${at} is longer than ${MAX_LINE_BYTES} bytes.`
      return { line: at, error: { code: 'line_too_long', message } }
    }
    try {
      const text = decoder.decode(bytes).trim()
      return text === '' ? undefined : { line: at, text }
    } catch {
      return { line: at, error: { code: 'invalid_encoding', message: `Line ${at} is not UTF-8.` } }
    }
  }
  const append = (part: Uint8Array): void => {
    size += part.length
    if (size > MAX_LINE_BYTES) parts = []
    // Copy the part, since the source may reuse its buffer.
    else if (part.length > 0) parts.push(Buffer.from(part))
  }
  for await (const piece of inPieces(body, slices)) {
    let from = 0
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, from)) {
      append(piece.subarray(from, end))
      const item = nextItem()
      if (item !== undefined) yield item
      from = end + 1
    }
    append(piece.subarray(from))
  }
  const last = nextItem()
  if (last !== undefined) yield last
}
