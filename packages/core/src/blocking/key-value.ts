import { hashText53, hashTexts } from '../encoding/hash.ts'
import { LIMITS } from '../model/limits.ts'
import type { Probe } from '../storage/registry-index.ts'
import type { BlockingKey } from '../storage/rows.ts'
import type { KeyCell } from './key-scale.ts'

/** 2^26: the hash between the place and the lowest bit. */
const CONTENT_LIMIT = 67_108_864

/**
 * Whether a key says little by itself. A loose key is answered only while few records carry it (`LIMITS.recordsPerLooseKey`);
 * its lowest bit is set, so that what may be asked of a key can be read from a stored one.
 */
export type KeyStrength = 'firm' | 'loose'

/**
 * A key that belongs to a place: 26 bits of place above 26 bits of a hash of cell and content
 * and the bit of its strength, so that the order of keys is spatial.
 *
 * @param salt - The index version: keys of two versions have nothing in common.
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

/** A key without a place: a hash of 53 bits, the lowest of them the bit of its strength. */
export function exactKey(content: string, strength: KeyStrength, salt: number): BlockingKey {
  const hash = hashText53(content, salt)
  return hash - (hash % 2) + Number(strength === 'loose')
}

/** The most records that a key may be on to be answered. */
export function recordsPerKey(key: BlockingKey): number {
  return key % 2 === 1 ? LIMITS.recordsPerLooseKey : LIMITS.recordsPerKey
}

/** A question for keys, each to be answered up to its limit. */
export function probeOf(keys: readonly BlockingKey[]): Probe {
  return { keys, limits: keys.map(recordsPerKey) }
}
