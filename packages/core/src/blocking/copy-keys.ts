import { hashBytes53, mix32 } from '../encoding/hash.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { exactKey } from './keys/key-value.ts'
import type { LookupKey } from './record-keys.ts'
import { identifierContent } from './rules/identifier-rule.ts'

/**
 * Records of one supplier with equal features form a class. The record with the lowest code, the first record,
 * represents the class: only it has the shared blocking keys, and only it counts towards their limits. The other
 * records are copies. A copy has two keys:
 *
 *   own code   finds the copy for a record or query that names this code
 *   class      finds the copy that replaces the first record when the first record changes or is deactivated
 *
 * The first record also has a class key, so that new copies find it. This key differs from the key of the copies. So
 * the lookup does not return the copies, whose number may be large.
 */
export interface CopyClass {
  /** The 53-bit hash of the content that the records of the class share. The hash does not depend on the salt. */
  readonly hash: number
  /** Key of the first record. */
  readonly first: BlockingKey
  /** Key of each copy. */
  readonly copies: BlockingKey
}

const FIRST_SEED = 0x3c6ef372
const COPIES_SEED = 0x2545f491
const UPPER = 0x1_0000_0000

/**
 * Returns the class of a record.
 *
 * @param encoded - Stored bytes of the features, if available.
 */
export function copyClassOf(features: RecordFeatures, rules: ClassRules, encoded?: Uint8Array): CopyClass {
  const { bytes, length } = classContent(features, rules, encoded)
  const hash = hashBytes53(bytes, length)
  return {
    hash,
    first: keyOf(hash, FIRST_SEED ^ rules.salt),
    copies: keyOf(hash, COPIES_SEED ^ rules.salt),
  }
}

/** The id of the alert about a class: 16 hex digits. */
export function classIdOf({ hash }: Pick<CopyClass, 'hash'>): string {
  return hash.toString(16).padStart(16, '0')
}

/** The index rules that decide whether two records belong to one class. */
export type ClassRules = Pick<IndexRules, 'encode' | 'salt' | 'ownCodeBytes'>

/** Reports whether two records belong to one class. */
export function areCopies(a: RecordFeatures, b: RecordFeatures, rules: ClassRules): boolean {
  const [one, other] = [classContent(a, rules), classContent(b, rules)]
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one.bytes[at] !== other.bytes[at]) return false
  return true
}

/** Returns a strong key: its lowest bit is 0. */
function keyOf(hash: number, seed: number): BlockingKey {
  // `^` uses the low 32 bits of a larger number.
  const [high, low] = [mix32((hash / UPPER) ^ seed), mix32(hash ^ seed)]
  return (high & 0x1fffff) * UPPER + low - (low % 2)
}

/**
 * A prefix of a byte array. The type avoids a slice of the array: slices are slow, and each new record needs one
 * prefix.
 */
interface ClassContent {
  readonly bytes: Uint8Array
  readonly length: number
}

/** Returns all content except the own code, which is the last identifier. */
function classContent(features: RecordFeatures, rules: ClassRules, encoded?: Uint8Array): ClassContent {
  const { ownCodeBytes = 0 } = rules
  const hasCode = ownCodeOf(features) !== undefined
  const bytes =
    hasCode && ownCodeBytes === 0
      ? rules.encode({ ...features, identifiers: features.identifiers.slice(0, -1) })
      : (encoded ?? rules.encode(features))
  return { bytes, length: bytes.length - (hasCode ? ownCodeBytes : 0) }
}

function ownCodeOf({ supplier, identifiers }: RecordFeatures): RecordFeatures['identifiers'][number] | undefined {
  const last = identifiers.at(-1)
  return last !== undefined && last.scheme === supplier ? last : undefined
}

/**
 * Returns the lookup of a copy. The copy's own code is the only key by which lookups connect the copy with other
 * records.
 */
export function copyLookup(features: RecordFeatures, salt: number): LookupKey[] {
  const own = ownCodeOf(features)
  if (own === undefined) return []
  return [{ key: exactKey(identifierContent(own), 'firm', salt), slot: -1, own: true, wide: false }]
}
