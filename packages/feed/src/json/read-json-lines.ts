import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import type { Line } from '../lines/split-lines.ts'
import { parseJsonObject } from './parse-json-object.ts'

/** Reads JSON Lines; blank lines are skipped, each other line gives one item. */
export async function* readJsonLines(
  batches: AsyncIterable<Line[]>,
  clock: CpuClock,
): AsyncGenerator<RawItem[], void, undefined> {
  for await (const lines of batches) {
    const items: RawItem[] = []
    for (const { line, bytes, tooLong } of lines) {
      if (tooLong) items.push(failure(line, 'line_too_long', tooLongMessage('line')))
      else if (!isBlank(bytes)) items.push(parseJsonObject(line, bytes, clock))
    }
    if (items.length > 0) yield items
  }
}

/** @param what - Line, list element or row. */
export function tooLongMessage(what: string): string {
  return `The ${what} is longer than ${FEED_LIMITS.lineBytes.toLocaleString('en')} bytes; is a line end or a quote missing?`
}

/** Whether a line holds nothing but spaces and tabs. */
export function isBlank(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}
