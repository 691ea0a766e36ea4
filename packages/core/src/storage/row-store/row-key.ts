import { RegistryError } from '../../model/registry-error.ts'

/** Parts of keys are joined by it; no part holds one. */
const SEPARATOR = '/'
const KEY = /^[\x21-\x7e]{1,400}$/

/** A key of parts: printable ASCII, so that every store orders keys alike. Other characters are percent-encoded. */
export function rowKey(...parts: readonly (string | number)[]): string {
  return parts.map((part) => encodedPart(String(part))).join(SEPARATOR)
}

/** @throws `validation_failed` for a text that no Unicode text is. */
function encodedPart(part: string): string {
  if (part.isWellFormed()) return encodeURIComponent(part)
  throw new RegistryError('validation_failed', 'An id has half of a surrogate pair, which is no character.')
}

/** What all keys begin with whose first parts are these. */
export function keyPrefix(...parts: readonly (string | number)[]): string {
  return `${rowKey(...parts)}${SEPARATOR}`
}

/** The parts that a key was made of. */
export function keyParts(key: string): string[] {
  return key.split(SEPARATOR).map(decodeURIComponent)
}

/** A number of 0 to 2^53 - 1 as a part that is ordered as numbers are. */
export function numberPart(value: number): string {
  return String(value).padStart(16, '0')
}

/** @throws `validation_failed` */
export function checkRowKey(key: string): void {
  if (KEY.test(key)) return
  throw new RegistryError(
    'validation_failed',
    `The row key ${JSON.stringify(key.slice(0, 60))} is not 1 to 400 printable ASCII characters without spaces.`,
  )
}
