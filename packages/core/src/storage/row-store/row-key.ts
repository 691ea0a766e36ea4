import { validationError } from '../../model/validation-error.ts'

/** The separator between the parts of keys. No encoded part contains the separator. */
const SEPARATOR = '/'
const KEY = /^[\x21-\x7e]{1,400}$/

/**
 * Joins parts to a key of printable ASCII, so that all stores sort keys in the same order. Other characters are
 * percent-encoded.
 */
export function rowKey(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodedPart(String(part))).join(SEPARATOR)
}

/**
 * Encodes one part of a key.
 *
 * @throws `validation_failed` for malformed Unicode.
 */
function encodedPart(part: string): string {
  if (part.isWellFormed()) return encodeURIComponent(part)
  throw validationError('An id has half of a surrogate pair, which is not a character.')
}

/** Returns the prefix of all keys that start with these parts. */
export function keyPrefix(...parts: readonly (string | number)[]): string {
  return `${rowKey(...parts)}${SEPARATOR}`
}

/** Splits a key into its parts. */
export function keyParts(key: string): string[] {
  return key.split(SEPARATOR).map(decodeURIComponent)
}

/** Encodes a number of 0 to 2^53 - 1 as a part that sorts in numeric order. */
export function numberPart(value: number): string {
  return String(value).padStart(16, '0')
}

/**
 * Checks a key.
 *
 * @throws `validation_failed`
 */
export function checkRowKey(key: string): void {
  if (KEY.test(key)) return
  throw validationError(
    `The row key ${JSON.stringify(key.slice(0, 60))} is not 1 to 400 printable ASCII characters without spaces.`,
  )
}
