import { FEED_LIMITS } from '../limits/feed-limits.ts'

export interface Line {
  /** 1-based line number. */
  readonly line: number
  /** The line without its line end (LF or CRLF). Empty when `tooLong`. */
  readonly bytes: Buffer
  /** Whether the line is longer than the limit. Its bytes are then not stored. */
  readonly tooLong: boolean
}

export const LINE_FEED = 0x0a
export const CARRIAGE_RETURN = 0x0d

/** Maximum number of lines in a batch. The objects for short lines need many times the memory of their bytes. */
const LINES_AT_ONCE = 4_096

/**
 * Splits bytes into lines. Each chunk that contains a line end yields one or more batches of lines. The function works
 * on bytes, so that a character across two chunks is complete before decoding. It buffers at most one line of
 * `maxBytes`.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  lineEnd: number = LINE_FEED,
  maxBytes: number = FEED_LIMITS.lineBytes,
): AsyncGenerator<Line[], void, undefined> {
  let line = 1
  let parts: Buffer[] = []
  let size = 0
  let tooLong = false

  const keep = (part: Buffer): void => {
    size += part.length
    // The limit plus one byte, for a CR that is removed later.
    if (size > maxBytes + 1) {
      tooLong = true
      parts = []
    }
    if (!tooLong && part.length > 0) parts.push(part)
  }
  const finish = (): Line => {
    let bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    if (bytes.at(-1) === CARRIAGE_RETURN) bytes = bytes.subarray(0, -1)
    const finished = { line, bytes, tooLong: tooLong || bytes.length > maxBytes }
    line += 1
    parts = []
    size = 0
    tooLong = false
    return finished
  }

  for await (const chunk of chunks) {
    let lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(lineEnd); at !== -1; at = chunk.indexOf(lineEnd, from)) {
      keep(chunk.subarray(from, at))
      lines.push(finish())
      from = at + 1
      if (lines.length < LINES_AT_ONCE) continue
      yield lines
      lines = []
    }
    keep(chunk.subarray(from))
    if (lines.length > 0) yield lines
  }
  if (size > 0) yield [finish()]
}
