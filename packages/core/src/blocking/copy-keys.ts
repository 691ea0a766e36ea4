import { hashBytes53, mix32 } from '../encoding/hash.ts'
import type { RecordFeatures } from '../features/record-features.ts'
import type { IndexRules } from '../features/rules/index-rules.ts'
import type { BlockingKey } from '../storage/rows.ts'
import { exactKey } from './key-value.ts'
import type { ProbeKey } from './record-keys.ts'

/**
 * Records of one supplier with equal features are a class. The one with the lowest code stands for all: it alone is under
 * the keys that others are found by, and counts towards their limits. The others, the copies, are under two keys:
 *
 *   their own code   so that a record which names that code, and a question for it, finds them
 *   the class        so that one of them takes the place of the first when that ends or changes
 *
 * The first one is under a key of the class, too, by which a new copy finds it; it is another one, so that it is found
 * without its copies, however many these are.
 */
export interface CopyClass {
  /** 53 bits of what its records say. It does not depend on the salt. */
  readonly hash: number
  /** Of the first one. */
  readonly first: BlockingKey
  /** Of each copy. */
  readonly copies: BlockingKey
}

const FIRST = 0x3c6ef372
const COPIES = 0x2545f491
const UPPER = 0x1_0000_0000

/**
 * The class of a record.
 *
 * @param encoded - Its features as they are stored, where they are at hand.
 */
export function copyClassOf(features: RecordFeatures, rules: ClassRules, encoded?: Uint8Array): CopyClass {
  const { bytes, length } = classContent(features, rules, encoded)
  const hash = hashBytes53(bytes, length)
  return {
    hash,
    first: keyOf(hash, FIRST ^ rules.salt),
    copies: keyOf(hash, COPIES ^ rules.salt),
  }
}

/** The id of the alert about a class: 16 hex digits. */
export function classIdOf({ hash }: Pick<CopyClass, 'hash'>): string {
  return hash.toString(16).padStart(16, '0')
}

/** By what records are known to be of one class. */
export type ClassRules = Pick<IndexRules, 'encode' | 'salt' | 'ownCodeBytes'>

/** Whether two records are of one class. */
export function areCopies(a: RecordFeatures, b: RecordFeatures, rules: ClassRules): boolean {
  const [one, other] = [classContent(a, rules), classContent(b, rules)]
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one.bytes[at] !== other.bytes[at]) return false
  return true
}

/** A firm key, as all that are not loose. */
function keyOf(hash: number, seed: number): BlockingKey {
  // Of a number beyond 32 bits `^` takes the lower ones.
  const [high, low] = [mix32((hash / UPPER) ^ seed), mix32(hash ^ seed)]
  return (high & 0x1fffff) * UPPER + low - (low % 2)
}

/** The first of some bytes: a part of an array is slow to make, and each new record needs one. */
interface ClassContent {
  readonly bytes: Uint8Array
  readonly length: number
}

/** Everything but the own code, which is the last of the identifiers. */
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

/** What a copy is found by, and finds others by: its own code. */
export function copyProbe(features: RecordFeatures, salt: number): ProbeKey[] {
  const own = ownCodeOf(features)
  if (own === undefined) return []
  return [{ key: exactKey(`i:${own.scheme}:${own.value}`, 'firm', salt), slot: -1, own: true, wide: false }]
}
