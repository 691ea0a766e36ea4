import type { Clock } from '@utpid/core'
import { v7 } from 'uuid'

/** A UUID version 7: ids of different milliseconds are in the order of their making. */
export function newRowId(clock: Clock): string {
  return v7({ msecs: Math.max(0, Math.floor(clock())) })
}

const MILLISECONDS_DIGITS = 12
const FIRST_GROUP = 8

/** What all ids that were made at a time or later are not below, and all earlier ones are. */
export function rowIdsFrom(milliseconds: number): string {
  const digits = Math.max(0, Math.ceil(milliseconds)).toString(16).padStart(MILLISECONDS_DIGITS, '0')
  return `${digits.slice(0, FIRST_GROUP)}-${digits.slice(FIRST_GROUP)}`
}
