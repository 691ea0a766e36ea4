import { LIMITS } from '@utpid/core'
import type { InputItem } from '../model/job.ts'
import { type Body, inPieces } from './read-feed-items.ts'
import type { Turns } from './turns.ts'

const LINE_FEED = 0x0a
/** Of one line: what all the texts of a record may have, with room for how JSON escapes them. */
export const LINE_BYTES_MOST: number = 8 * LIMITS.extraCharacters * 6

/** Lines of NDJSON as they came; empty ones are none. A line that cannot be read is an item with its error. */
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
    // A copy: whoever gave the bytes may use their memory again.
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
