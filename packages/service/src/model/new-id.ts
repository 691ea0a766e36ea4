import type { Clock } from '@utpid/core'
import { v7 } from 'uuid'
import { type RandomBytes, systemRandomBytes } from '../secrets/random-bytes.ts'

/** Makes ids of rows: UUIDs version 7, which are in the order of their milliseconds. */
export type NewId = () => string

export function idMaker(clock: Clock, randomBytes: RandomBytes = systemRandomBytes): NewId {
  return () => idAt(clock(), 0, randomBytes)
}

/** @param order - Of several ids of one millisecond: a higher one comes later. */
export function idAt(milliseconds: number, order: number, randomBytes: RandomBytes): string {
  return v7({ msecs: milliseconds, seq: order % 0x1_0000_0000, random: randomBytes(16) })
}

/** What no id of this millisecond or a later one comes before. */
export function firstIdAt(milliseconds: number): string {
  return v7({ msecs: milliseconds, seq: 0, random: new Uint8Array(16) })
}
