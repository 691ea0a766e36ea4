import { createHash } from 'node:crypto'

/**
 * Encoding of texts that are looked up. PostgreSQL cannot store NUL or lone surrogates, and a b-tree cannot store texts
 * above 2,700 bytes. Codes of suppliers may contain all of these. Different texts never have the same encoding.
 */

/** The escape character for NUL and for itself. It preserves the order of code points. */
const LOW = '\u0001'
/** The escape character for lone surrogates and for itself. It sorts after every text. */
export const HIGH = '\u{10ffff}'

const ESCAPED = new RegExp(`[\\0${LOW}${HIGH}]|\\p{Surrogate}`, 'gu')
const ENCODED = new RegExp(`${LOW}[\\u0001\\u0002]|${HIGH}(?:x|[0-9a-f]{4})`, 'gu')

/** The maximum number of UTF-16 units of a text that is used unchanged as a key. Each unit takes at most 3 bytes. */
const MAX_KEY_UNITS = 600
const PREFIX_UNITS = 100

/** Encodes a text for PostgreSQL. */
export function encodeText(text: string): string {
  return text.replace(ESCAPED, (each) => {
    if (each === '\0') return LOW + LOW
    if (each === LOW) return `${LOW}\u0002`
    if (each === HIGH) return `${HIGH}x`
    return HIGH + each.charCodeAt(0).toString(16)
  })
}

/** Decodes the result of {@link encodeText}. */
export function decodeText(stored: string): string {
  return stored.replace(ENCODED, (each) => {
    if (each[0] === LOW) return each[1] === LOW ? '\0' : LOW
    const rest = each.slice(HIGH.length)
    return rest === 'x' ? HIGH : String.fromCharCode(Number.parseInt(rest, 16))
  })
}

/** Returns the key of a text: the text itself, or its start and a hash if it is long. */
export function textKey(text: string): string {
  if (text.length <= MAX_KEY_UNITS) return encodeText(text)
  const hash = createHash('sha256').update(text, 'utf16le').digest('hex')
  return `${encodeText(text.slice(0, PREFIX_UNITS))}${HIGH}#${hash}`
}

/**
 * Returns the value of the column `whole`: JSON of the text if the key does not contain the whole text; otherwise null.
 */
export function wholeText(text: string): string | null {
  return text.length <= MAX_KEY_UNITS ? null : JSON.stringify(text)
}

/** Returns the text for a key and the value of its column `whole`. */
export function textOf(key: string, whole: string | null): string {
  return whole ?? decodeText(key)
}
