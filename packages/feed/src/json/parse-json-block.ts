import { isAscii, isUtf8 } from 'node:buffer'
import type { RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { liftFeature } from './lift-feature.ts'
import { limitFailure, parseJsonObject } from './parse-json-object.ts'

/** Bytes of lines that are read together. Larger blocks are slower, since their text is not in the cache. */
export const BLOCK_BYTES: number = 32 * 1024

/** The items of complete lines. */
export interface JsonBlock {
  readonly items: RawItem[]
  /** Number of lines, blank ones too. */
  readonly lines: number
}

/**
 * Reads complete lines, each with its line end, as {@link parseJsonObject} reads each of them, but decodes and checks
 * them together.
 *
 * @param firstLine - 1-based number of the first line.
 * @returns undefined if the lines must be read one by one: a byte is no text, a number may be too long for a double, or
 *   a line is longer than a block.
 */
export function parseJsonBlock(
  block: Buffer,
  lineEnd: number,
  firstLine: number,
  clock: CpuClock,
): JsonBlock | undefined {
  if (block.length > BLOCK_BYTES || block.includes(0) || hasLongDigits(block)) return undefined
  const isPlain = isAscii(block)
  if (!isPlain && !isUtf8(block)) return undefined
  const text = isPlain ? block.toString('latin1') : block.toString('utf8')
  const end = String.fromCharCode(lineEnd)
  const items: RawItem[] = []
  let line = firstLine
  const nesting = new NestingFinder(text)
  let begun = clock()
  for (let from = 0; from < text.length; line++) {
    const to = text.indexOf(end, from)
    if (!isBlankText(text, from, to)) {
      const source = text.slice(from, to)
      const row = rowOf(source, source.length > FEED_LIMITS.fieldNameCharacters || nesting.isIn(from, to))
      const ended = clock()
      items.push(
        row === undefined
          ? parseJsonObject(line, Buffer.from(source.replace(/\r$/, '')), clock)
          : { line, row, cpu: ended - begun },
      )
      begun = ended
    }
    from = to + 1
  }
  return { items, lines: line - firstLine }
}

/**
 * Returns the row of a line; undefined if the line is no row, which needs a message.
 *
 * @param mayExceedLimits - False for a short line without inner lists and objects: it is within all limits of values,
 *   names and levels.
 */
function rowOf(source: string, mayExceedLimits: boolean): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const row = value as Record<string, unknown>
  return mayExceedLimits && limitFailure(0, row) !== undefined ? undefined : liftFeature(row)
}

/** Finds lines with lists or inner objects, also in texts. The lines must be asked for in order. */
class NestingFinder {
  readonly #text: string
  /** The next list, and the next object. */
  #list = -1
  #object = -1

  constructor(text: string) {
    this.#text = text
  }

  isIn(from: number, to: number): boolean {
    if (this.#list < from) this.#list = this.#next('[', from)
    if (this.#object < from) this.#object = this.#next('{', from)
    if (this.#object < to) this.#object = this.#next('{', this.#object + 1)
    return this.#list < to || this.#object < to
  }

  #next(sign: string, from: number): number {
    const at = this.#text.indexOf(sign, from)
    return at === -1 ? Number.POSITIVE_INFINITY : at
  }
}

/** Returns whether a line has only spaces, tabs and a CR. */
function isBlankText(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return false
  }
  return true
}

/** Digits of a whole number that may not be exact as a double. */
const LONG_DIGITS = 16

/** Returns whether the bytes have a run of digits that may be such a number. One of each 16 bytes of a run is examined. */
function hasLongDigits(block: Buffer): boolean {
  for (let at = LONG_DIGITS - 1; at < block.length; at += LONG_DIGITS) {
    if (!isDigit(block[at])) continue
    let start = at
    while (isDigit(block[start - 1])) start -= 1
    let end = at + 1
    while (isDigit(block[end])) end += 1
    if (end - start >= LONG_DIGITS) return true
  }
  return false
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}
