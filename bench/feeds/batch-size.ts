import { LIMITS } from '@utpid/core'

/** Records in one commit of the order-th run: first the minimum, then the maximum, then any number, log-uniformly. */
export function batchSizeOf(order: number, random: () => number): number {
  if (order === 0) return 1
  if (order === 1) return LIMITS.recordsPerCommit
  return Math.round(LIMITS.recordsPerCommit ** random())
}
