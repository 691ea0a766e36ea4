import { LIMITS } from '@utpid/core'

/**
 * Returns the number of records in one commit. The first run gets the minimum, the second the maximum, later runs any
 * number, log-uniformly.
 */
export function batchSizeOf(order: number, random: () => number): number {
  if (order === 0) return 1
  if (order === 1) return LIMITS.recordsPerCommit
  return Math.round(LIMITS.recordsPerCommit ** random())
}
