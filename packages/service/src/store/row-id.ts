import type { Clock } from '@utpid/core'
import { v7 } from 'uuid'
import { type RandomBytes, systemRandomBytes } from '../environment/random-bytes.ts'

const RANDOM_BYTES = 16
const SEQUENCES = 0x1_0000_0000
const MILLISECONDS_DIGITS = 12
const FIRST_GROUP = 8

/** A UUID version 7: ids of different milliseconds are in the order of their making. See `RowIds` for those of one. */
export function newRowId(clock: Clock, randomBytes: RandomBytes = systemRandomBytes): string {
  return rowIdAt(
    clock(),
    randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0),
    randomBytes,
  )
}

/** @param order - Of several ids of one millisecond: a higher one comes later, up to 2^32. */
export function rowIdAt(milliseconds: number, order: number, randomBytes: RandomBytes = systemRandomBytes): string {
  return v7({ msecs: Math.max(0, Math.floor(milliseconds)), seq: order % SEQUENCES, random: randomBytes(RANDOM_BYTES) })
}

/** What all ids that were made at a time or later are not below, and all earlier ones are. */
export function rowIdsFrom(milliseconds: number): string {
  const digits = Math.max(0, Math.ceil(milliseconds)).toString(16).padStart(MILLISECONDS_DIGITS, '0')
  return `${digits.slice(0, FIRST_GROUP)}-${digits.slice(FIRST_GROUP)}`
}
