import { isUtf8 } from 'node:buffer'
import { type FeedFailure, failure, type RawItem } from './feed-item.ts'

const MAX_DEPTH = 64

/** Reads one JSON object from the bytes of a line or list element that starts on `line`. */
export function parseJsonObject(line: number, bytes: Buffer): RawItem {
  const unreadable = checkText(line, bytes)
  if (unreadable !== undefined) return unreadable
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(keepLongIntegers(text))
  } catch (error) {
    return failure(line, 'invalid_json', `Not valid JSON: ${(error as Error).message}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return failure(line, 'not_an_object', `A record must be a JSON object, not ${kindOf(value)}.`)
  }
  if (isDeeperThan(value, MAX_DEPTH)) {
    return failure(line, 'too_deep', `Lists and objects are nested more than ${MAX_DEPTH} levels deep.`)
  }
  return { line, row: value as Record<string, unknown> }
}

/** The failure of bytes that are no text, or `undefined`. */
export function checkText(line: number, bytes: Buffer): FeedFailure | undefined {
  const nul = bytes.indexOf(0)
  if (nul !== -1) {
    return failure(
      line,
      'nul_byte',
      `A NUL byte stands at byte ${nul + 1} of the line; is the source UTF-16 without a mark?`,
    )
  }
  if (!isUtf8(bytes)) return failure(line, 'invalid_encoding', 'The line is not valid UTF-8; save the source as UTF-8.')
  return undefined
}

/**
 * Quotes whole numbers too long for a double. `JSON.parse` would round 9007199254740993 to ...992, and a
 * supplier's code that is rounded is another product's code.
 */
function keepLongIntegers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
  )
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeperThan(part, depth - 1)) return true
  }
  return false
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
