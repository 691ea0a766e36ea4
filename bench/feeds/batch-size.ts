import { LIMITS } from '@utpid/core'

/** Records in one commit of the order-th run: the least and the most first, then anything between, small ones as often as large ones. */
export function batchSizeOf(order: number, random: () => number): number {
  if (order === 0) return 1
  if (order === 1) return LIMITS.recordsPerCommit
  return Math.round(LIMITS.recordsPerCommit ** random())
}
