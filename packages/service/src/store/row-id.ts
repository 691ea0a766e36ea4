import type { Clock } from '@utpid/core/operations'
import { v7 } from 'uuid'
import { type RandomBytes, systemRandomBytes } from '../environment/random-bytes.ts'

const RANDOM_BYTES = 16
const SEQUENCES = 0x1_0000_0000
const MILLISECONDS_DIGITS = 12
const FIRST_GROUP = 8

/**
 * Creates a UUID version 7. Ids of different milliseconds are in order of creation. `RowIds` also orders ids of the
 * same millisecond.
 */
export function newRowId(clock: Clock, randomBytes: RandomBytes = systemRandomBytes): string {
  return rowIdAt(
    clock(),
    randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0),
    randomBytes,
  )
}

/** @param order - Orders the ids of one millisecond, up to 2^32. */
export function rowIdAt(milliseconds: number, order: number, randomBytes: RandomBytes = systemRandomBytes): string {
  return v7({ msecs: Math.max(0, Math.floor(milliseconds)), seq: order % SEQUENCES, random: randomBytes(RANDOM_BYTES) })
}

/** Returns a bound between the ids created before this time and the ids created at this time or later. */
export function rowIdsFrom(milliseconds: number): string {
  const digits = Math.max(0, Math.ceil(milliseconds)).toString(16).padStart(MILLISECONDS_DIGITS, '0')
  return `${digits.slice(0, FIRST_GROUP)}-${digits.slice(FIRST_GROUP)}`
}
