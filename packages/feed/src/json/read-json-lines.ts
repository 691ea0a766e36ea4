import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { type Line, LineSplitter } from '../lines/split-lines.ts'
import { BLOCK_BYTES, parseJsonBlock } from './parse-json-block.ts'
import { parseJsonObject } from './parse-json-object.ts'

/**
 * Reads JSON Lines: skips blank lines and yields one item for each other line. Complete lines of a chunk are read in
 * blocks; see {@link parseJsonBlock}.
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Buffer>,
  lineEnd: number,
  clock: CpuClock,
): AsyncGenerator<RawItem[], void, undefined> {
  const splitter = new LineSplitter(lineEnd)
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      const to = splitter.isInLine ? lineAfter(chunk, from, lineEnd) : blockEnd(chunk, from, lineEnd)
      const piece = chunk.subarray(from, to)
      from = to
      const isBlock = !splitter.isInLine && piece[piece.length - 1] === lineEnd
      const block = isBlock ? parseJsonBlock(piece, lineEnd, splitter.line, clock) : undefined
      if (block === undefined) {
        for (const lines of splitter.cut(piece)) yield* nonEmpty(itemsOf(lines, clock))
      } else {
        splitter.skip(block.lines)
        yield* nonEmpty(block.items)
      }
    }
  }
  const last = splitter.end()
  if (last !== undefined) yield* nonEmpty(itemsOf([last], clock))
}

function nonEmpty(items: RawItem[]): RawItem[][] {
  return items.length > 0 ? [items] : []
}

function itemsOf(lines: readonly Line[], clock: CpuClock): RawItem[] {
  const items: RawItem[] = []
  for (const { line, bytes, tooLong, blankLines } of lines) {
    if (blankLines !== undefined) continue
    if (tooLong) items.push(failure(line, 'line_too_long', tooLongMessage('line')))
    else if (!isBlank(bytes)) items.push(parseJsonObject(line, bytes, clock))
  }
  return items
}

/** Returns the index after the next line end. */
function lineAfter(chunk: Buffer, from: number, lineEnd: number): number {
  const end = chunk.indexOf(lineEnd, from)
  return end === -1 ? chunk.length : end + 1
}

/** Returns the index after the last line end within a block, or after the first line if it is longer. */
function blockEnd(chunk: Buffer, from: number, lineEnd: number): number {
  const end = chunk.lastIndexOf(lineEnd, from + BLOCK_BYTES - 1)
  return end < from ? lineAfter(chunk, from, lineEnd) : end + 1
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
