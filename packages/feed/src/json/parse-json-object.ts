import { isUtf8 } from 'node:buffer'
import { type FeedFailure, failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongCell, isLongName, longCellFailure, longNameFailure } from '../limits/long-cell.ts'
import { liftFeature } from './lift-feature.ts'

/** Reads one JSON object from the bytes of a line or list element that starts on `line`. */
export function parseJsonObject(line: number, bytes: Buffer, clock: CpuClock): RawItem {
  const begun = clock()
  const unreadable = textFailure(line, bytes)
  if (unreadable !== undefined) return unreadable
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(quoteLongIntegers(text))
  } catch (error) {
    return failure(line, 'invalid_json', `Not valid JSON: ${(error as Error).message}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure(line, 'not_an_object', `A record must be a JSON object, not ${kindOf(value)}.`)
  }
  const row = value as Record<string, unknown>
  const fault = limitFailure(line, row)
  return fault ?? { line, row: liftFeature(row), cpu: clock() - begun }
}

/** Returns the failure if the bytes are not text, else `undefined`. */
export function textFailure(line: number, bytes: Buffer): FeedFailure | undefined {
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    return failure(
      line,
      'nul_byte',
      `Byte ${nul + 1} of the line is a NUL byte; is the source UTF-16 without a byte order mark?`,
    )
  }
  if (!isUtf8(bytes)) return failure(line, 'invalid_encoding', 'The line is not valid UTF-8; save the source as UTF-8.')
  return undefined
}

/**
 * Quotes whole numbers that are too long for a double. `JSON.parse` would round 9007199254740993 to ...992, and a
 * rounded supplier code is the code of another product.
 */
function quoteLongIntegers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(TEXT_OR_NUMBER, (token) => (isLongInteger(token) ? `"${token}"` : token))
}

/**
 * The pattern of an unclosed string extends to the end of the text. Otherwise each quote would start a new search for
 * the end of the string, which would take quadratic time.
 */
const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|[-+.\w]+/gs

function isLongInteger(token: string): boolean {
  return token.length >= 16 && /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))
}

/** Returns the failure if the row exceeds a limit, else `undefined`. */
export function limitFailure(line: number, row: Record<string, unknown>): FeedFailure | undefined {
  const found = findExceededLimit(row, FEED_LIMITS.levels)
  if (found === undefined) return undefined
  if (found.what === 'levels') {
    return failure(line, 'too_deep', `Lists and objects are nested more than ${FEED_LIMITS.levels} levels deep.`)
  }
  const path = found.path.reverse()
  return found.what === 'name' ? longNameFailure(line, path) : longCellFailure(line, path, found.characters)
}

/** The limit that was exceeded, and the keys that lead to the value, innermost first. */
interface ExceededLimit {
  readonly what: 'cell' | 'name' | 'levels'
  readonly characters: number
  readonly path: string[]
}

function findExceededLimit(value: unknown, levels: number): ExceededLimit | undefined {
  if (typeof value === 'string') {
    return isLongCell(value) ? { what: 'cell', characters: value.length, path: [] } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  if (levels === 0) return { what: 'levels', characters: 0, path: [] }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const found = findExceededLimit(value[at], levels - 1)
      if (found !== undefined) return atPath(String(at), found)
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    if (isLongName(key)) return { what: 'name', characters: key.length, path: [key] }
    const found = findExceededLimit((value as Record<string, unknown>)[key], levels - 1)
    if (found !== undefined) return atPath(key, found)
  }
  return undefined
}

function atPath(key: string, found: ExceededLimit): ExceededLimit {
  found.path.push(key)
  return found
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
