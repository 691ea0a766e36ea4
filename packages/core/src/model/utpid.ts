import { validationError } from './validation-error.ts'

/**
 * The permanent identifier of a product: `UTP-`, ten Crockford base32 characters in two groups, and one check
 * character, for example `UTP-4T9K7-QWXM2-S`. The ten characters encode 50 random bits, which fit in a safe integer.
 * Storage uses these bits as {@link ProductId}.
 */
export type Utpid = string

/** The 50 bits of a UTPID as a number, 0 to 2^50 - 1. */
export type ProductId = number

/** A formatter and parser of UTPIDs, which maps the 50 bits to texts one to one. */
export interface UtpidFormat {
  format(id: ProductId): Utpid
  /**
   * Parses an identifier.
   *
   * @returns undefined if the text is not an identifier of this form.
   */
  parse(text: string): ProductId | undefined
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The exclusive maximum of product ids: 2^50. */
export const PRODUCT_ID_LIMIT = 1_125_899_906_842_624
const DIGITS = 10

const VALUES: ReadonlyMap<string, number> = new Map([...ALPHABET].map((character, value) => [character, value]))

/**
 * Returns the check value of base32 values: the hybrid recursion of ISO 7064 with M = 32. This check value detects
 * every single wrong character and almost every swap of adjacent characters.
 */
function checkValue(values: readonly number[]): number {
  let product = 32
  for (const value of values) {
    const sum = (product + value) % 32 || 32
    product = (2 * sum) % 33
  }
  return (33 - product) % 32
}

/**
 * Formats a product id as a UTPID.
 *
 * @throws TypeError if the id is not an integer of 0 to 2^50 - 1.
 */
export function formatUtpid(id: ProductId): Utpid {
  if (!Number.isInteger(id) || id < 0 || id >= PRODUCT_ID_LIMIT) throw new TypeError(`${id} is not a product id`)
  const values: number[] = new Array(DIGITS)
  let rest = id
  for (let at = DIGITS - 1; at >= 0; at--) {
    values[at] = rest % 32
    rest = Math.floor(rest / 32)
  }
  const characters = values.map((value) => ALPHABET[value]).join('')
  return `UTP-${characters.slice(0, 5)}-${characters.slice(5)}-${ALPHABET[checkValue(values)]}`
}

/**
 * Parses a UTPID as people type it. The function ignores case, dashes and spaces; the prefix is optional; O counts as
 * 0, and I and L count as 1.
 *
 * @returns undefined if the length, a character or the check character is wrong.
 */
export function parseUtpid(text: string): ProductId | undefined {
  let bare = text.replace(/[\s\-‐-―]+/g, '').toUpperCase()
  if (bare.length === DIGITS + 4 && bare.startsWith('UTP')) bare = bare.slice(3)
  if (bare.length !== DIGITS + 1) return undefined
  bare = bare.replace(/O/g, '0').replace(/[IL]/g, '1')
  const values: number[] = []
  for (const character of bare) {
    const value = VALUES.get(character)
    if (value === undefined) return undefined
    values.push(value)
  }
  const check = values.pop()
  if (check !== checkValue(values)) return undefined
  return values.reduce((id, value) => id * 32 + value, 0)
}

/** The default UTPID format. */
export const UTPID_FORMAT: UtpidFormat = { format: formatUtpid, parse: parseUtpid }

/**
 * Parses a text that must be a UTPID.
 *
 * @throws {@link RegistryError} `validation_failed` with the expected form.
 */
export function requireUtpid(text: string, format: UtpidFormat = UTPID_FORMAT): ProductId {
  const id = format.parse(text)
  if (id !== undefined) return id
  throw validationError(
    `"${text}" is not a UTPID: expected the form ${format.format(0)}, with its check character at the end. Was a character mistyped?`,
  )
}

/** An id of an earlier scheme. The alias permanently leads to its product. */
export interface Alias {
  readonly alias: string
  /** The UTPID to which the alias was assigned. `locate` finds the current product of this UTPID. */
  readonly utpid: Utpid
}
