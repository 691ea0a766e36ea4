import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import type { Line } from '../lines/split-lines.ts'
import { parseJsonObject } from './parse-json-object.ts'

/** Reads JSON Lines: skips blank lines and yields one item for each other line. */
export async function* readJsonLines(
  batches: AsyncIterable<Line[]>,
  clock: CpuClock,
): AsyncGenerator<RawItem[], void, undefined> {
  for await (const lines of batches) {
    const items: RawItem[] = []
    for (const { line, bytes, tooLong, blankLines } of lines) {
      if (blankLines !== undefined) continue
      if (tooLong) items.push(failure(line, 'line_too_long', tooLongMessage('line')))
      else if (!isBlank(bytes)) items.push(parseJsonObject(line, bytes, clock))
    }
    if (items.length > 0) yield items
  }
}

/** @param what - `line`, `element` or `row`. */
export function tooLongMessage(what: string): string {
  return `The ${what} is longer than ${FEED_LIMITS.lineBytes.toLocaleString('en')} bytes; is a line end or a quote missing?`
}

/** Returns whether a line has only spaces and tabs. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}
