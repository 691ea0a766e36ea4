import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { CARRIAGE_RETURN, LINE_FEED } from '../lines/split-lines.ts'
import type { TextUnits } from './text-units.ts'

/** A line as stored, or a part of a very long line. */
export interface RawLine {
  /** 1-based line number. */
  readonly line: number
  /** The bytes before the line end. */
  readonly content: Buffer
  /** The line end: LF, CR, or CRs and LF. Empty at the end of the source, and before the end of a very long line. */
  readonly end: Buffer
  /** Whether the content starts at the start of the line. */
  readonly isStart: boolean
  /** Whether the line ends here. */
  readonly isEnd: boolean
}

/** Above this size a line comes in parts. No row of a feed may be as long. */
const PART_BYTES = 4 * FEED_LIMITS.lineBytes

/**
 * Splits a source into lines and keeps every byte: `content` and `end` of all lines are the source. Lines have the
 * numbers that `splitLines` gives them.
 *
 * @param lineEnd - The character that ends lines: LF, or CR.
 */
export async function* rawLines(
  chunks: AsyncIterable<Buffer>,
  units: TextUnits,
  lineEnd: number,
): AsyncGenerator<RawLine[], void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let line = 1
  let isStart = true
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    // The bytes before were searched already; the last unit may be incomplete.
    const searched = Math.max(rest.length - (rest.length % units.size), 0)
    const lines: RawLine[] = []
    let from = 0
    for (let at = units.indexOf(bytes, lineEnd, searched); at !== -1; at = units.indexOf(bytes, lineEnd, from)) {
      const to = lineEnd === LINE_FEED ? beforeReturns(bytes, from, at, units) : at
      const next = at + units.size
      lines.push({ line, content: bytes.subarray(from, to), end: bytes.subarray(to, next), isStart, isEnd: true })
      line += 1
      isStart = true
      from = next
    }
    rest = bytes.subarray(from)
    if (rest.length > PART_BYTES) {
      // The last character stays: it may be a CR before the line end.
      const whole = rest.length - (rest.length % units.size) - units.size
      const to = beforeReturns(rest, 0, whole, units) || whole
      lines.push({ line, content: rest.subarray(0, to), end: Buffer.alloc(0), isStart, isEnd: false })
      isStart = false
      rest = rest.subarray(to)
    }
    if (lines.length > 0) yield lines
  }
  if (rest.length === 0 && isStart) return
  const whole = rest.length - (rest.length % units.size)
  const to = lineEnd === LINE_FEED ? beforeReturns(rest, 0, whole, units) : whole
  yield [{ line, content: rest.subarray(0, to), end: rest.subarray(to), isStart, isEnd: true }]
}

/** Returns the end of the content before an index: CRs before an LF belong to the line end. */
function beforeReturns(bytes: Buffer, from: number, at: number, units: TextUnits): number {
  let to = at
  while (to - units.size >= from && units.indexOf(bytes.subarray(to - units.size, to), CARRIAGE_RETURN, 0) === 0) {
    to -= units.size
  }
  return to
}
