import { hashText53, hashTexts } from '../../encoding/hash.ts'
import type { KeyStrength } from '../../features/rules/blocking-rule.ts'
import { LIMITS } from '../../model/limits.ts'
import type { KeyLookup } from '../../storage/registry-index.ts'
import type { BlockingKey } from '../../storage/rows.ts'
import type { KeyCell } from './key-scale.ts'

/** The range of the hash between the place and the lowest bit of a key: 2^26. */
const CONTENT_LIMIT = 67_108_864

/**
 * Returns the key of a place: 26 bits for the place, a 26-bit hash of cell and content, and one bit for the strength.
 * So keys sort spatially. The last bit is set for a loose key, so that a stored key shows its limit.
 *
 * @param salt - The index version: keys of two versions are unrelated.
 */
export function placedKey(
  { prefix, text }: KeyCell,
  content: string,
  strength: KeyStrength,
  salt: number,
): BlockingKey {
  const hash = hashTexts(text, content, salt) % CONTENT_LIMIT
  return (prefix * CONTENT_LIMIT + hash) * 2 + Number(strength === 'loose')
}

/** Returns a key without a place: a hash of 53 bits. The lowest bit is the strength. */
export function exactKey(content: string, strength: KeyStrength, salt: number): BlockingKey {
  const hash = hashText53(content, salt)
  return hash - (hash % 2) + Number(strength === 'loose')
}

/** Returns the maximum number of records of a key. Lookups skip a key that more records have. */
export function recordsPerKey(key: BlockingKey): number {
  return key % 2 === 1 ? LIMITS.recordsPerWeakKey : LIMITS.recordsPerKey
}

/** Returns a lookup of keys with the record limit of each key. */
export function lookupOf(keys: readonly BlockingKey[]): KeyLookup {
  return { keys, limits: keys.map(recordsPerKey) }
}
