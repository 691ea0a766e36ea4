/** Replaces the escapes of control characters in a text of a workbook: `_x000D_` is a carriage return. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** Excel stores numbers with 17 digits and shows at most 15. */
const SHOWN_DIGITS = 15
const PLAIN_NUMBER = /^-?[1-9]\d{0,14}$/
/** Numbers beyond are no codes, and their plain form would be hundreds of digits. */
const LARGEST_PLAIN = 1e21

/**
 * Returns a stored number in its shortest plain form, without an exponent: `1.1000000000000001` is `1.1`, and
 * `4.93012345678E+11` is `493012345678`. A text that is no number is returned unchanged.
 */
export function numberText(stored: string): string {
  if (PLAIN_NUMBER.test(stored)) return stored
  const number = Number(stored)
  if (stored.trim() === '' || !Number.isFinite(number)) return stored
  const shown = Number(number.toPrecision(SHOWN_DIGITS))
  if (Number.isInteger(shown)) return Math.abs(shown) < LARGEST_PLAIN ? String(shown === 0 ? 0 : shown) : stored
  const text = String(shown)
  return text.includes('e') ? withoutExponent(shown) : text
}

/** @param small - A number with a negative exponent, such as `1.5e-7`. */
function withoutExponent(small: number): string {
  const decimals = Math.min(100, SHOWN_DIGITS - 1 - Math.floor(Math.log10(Math.abs(small))))
  const text = small.toFixed(decimals)
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}

/** The part of a date that its format shows. */
export type DateKind = 'date' | 'time' | 'dateTime'

const DAY_MILLISECONDS = 86_400_000
const SECOND_MILLISECONDS = 1_000
/** Day 0 of the calendar that starts in 1900, for days from 60 on: it has a 29 February 1900, which never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)
const FALSE_LEAP_DAY = 60
/** The day after 31 December 9999. */
const LAST_DAY = 2_958_466

/**
 * Returns a stored date as ISO 8601 without a time zone: `2024-05-01`, `2024-05-01T14:30:00` or `14:30:00`. A number
 * outside the calendar of Excel is returned as a number.
 *
 * @param stored - Days, with the time of day as a fraction.
 */
export function dateText(stored: string, kind: DateKind, from1904: boolean): string {
  const days = Number(stored)
  if (stored.trim() === '' || !(days >= 0 && days < LAST_DAY)) return numberText(stored)
  const seconds = Math.round((days * DAY_MILLISECONDS) / SECOND_MILLISECONDS)
  const shift = !from1904 && days < FALSE_LEAP_DAY ? DAY_MILLISECONDS : 0
  const iso = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + shift + seconds * SECOND_MILLISECONDS).toISOString()
  const hasTime = seconds % (DAY_MILLISECONDS / SECOND_MILLISECONDS) !== 0
  if (kind === 'time' && days < 1) return iso.slice(11, 19)
  return hasTime ? iso.slice(0, 19) : iso.slice(0, 10)
}
