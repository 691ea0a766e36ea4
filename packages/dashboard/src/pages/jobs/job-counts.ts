import type { Job } from '@utpid/client'

/** Returns the counts of a job by decision or outcome, without totals. */
export function countsOf({ total: _, processed: __, ...counts }: Job['counts']): (readonly [string, number])[] {
  return Object.entries(counts).flatMap(([name, number]) =>
    typeof number === 'number' ? [[name, number] as const] : [],
  )
}
