import { createHash } from 'node:crypto'

/**
 * How texts are stored that are looked up. PostgreSQL holds no NUL and no half of a surrogate pair, and a b-tree no text
 * above 2,700 bytes; suppliers' codes may be any of these. Two texts never share a stored form.
 */

/** Begins what stands for NUL and for itself; keeps the order of code points. */
const LOW = '\u0001'
/** Begins what stands for half a pair and for itself; comes after every text. */
export const HIGH = '\u{10ffff}'

const ESCAPED = new RegExp(`[\\0${LOW}${HIGH}]|\\p{Surrogate}`, 'gu')
const SPOKEN = new RegExp(`${LOW}[\\u0001\\u0002]|${HIGH}(?:x|[0-9a-f]{4})`, 'gu')

/** UTF-16 units up to which a text is its own key: at most 3 bytes each. */
const UNITS_MAX = 600
const UNITS_KEPT = 100

/** A text in a form that PostgreSQL can hold. */
export function storedText(text: string): string {
  return text.replace(ESCAPED, (each) => {
    if (each === '\0') return LOW + LOW
    if (each === LOW) return `${LOW}\u0002`
    if (each === HIGH) return `${HIGH}x`
    return HIGH + each.charCodeAt(0).toString(16)
  })
}

/** The text that {@link storedText} was given. */
export function spokenText(stored: string): string {
  return stored.replace(SPOKEN, (each) => {
    if (each[0] === LOW) return each[1] === LOW ? '\0' : LOW
    const rest = each.slice(HIGH.length)
    return rest === 'x' ? HIGH : String.fromCharCode(Number.parseInt(rest, 16))
  })
}

/** A text as a key: itself, or its beginning and a hash when it is long. */
export function textKey(text: string): string {
  if (text.length <= UNITS_MAX) return storedText(text)
  const hash = createHash('sha256').update(text, 'utf16le').digest('hex')
  return `${storedText(text.slice(0, UNITS_KEPT))}${HIGH}#${hash}`
}

/** What the column `whole` holds beside a key: JSON of the text when the key does not say it, else nothing. */
export function wholeText(text: string): string | null {
  return text.length <= UNITS_MAX ? null : JSON.stringify(text)
}

/** The text of a key and its `whole`. */
export function textOf(key: string, whole: string | null): string {
  return whole ?? spokenText(key)
}
