import { LIMITS, type Registry } from '@utpid/core'
import type { AlertFilterOptions, AlertsOptions } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { ReviewPair } from './review-session.ts'

/** Selects the alerts of a session. */
export type PairFilter = Omit<AlertFilterOptions, 'status'> & Pick<AlertsOptions, 'order'>

export interface ChosenPairs {
  readonly pairs: readonly ReviewPair[]
  /** Whether the registry may have more pairs. */
  readonly hasMore: boolean
}

/**
 * Returns the next open alerts that match a filter, in order.
 *
 * @param known - Ids of alerts that were returned before.
 * @param maxPairs - Maximum pairs to return.
 */
export async function choosePairs(
  registry: Pick<Registry, 'alerts'>,
  filter: PairFilter,
  known: ReadonlySet<string>,
  maxPairs: number,
  signal: AbortSignal,
): Promise<ChosenPairs> {
  const pairs: ReviewPair[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await registry.alerts({ ...filter, ...defined({ cursor }), limit: LIMITS.rowsPerPage, signal })
    for (const { alertId, utpids } of page.alerts) {
      if (known.has(alertId)) continue
      if (pairs.length >= maxPairs) return { pairs, hasMore: true }
      pairs.push({ alertId, utpids })
    }
    if (page.next === null) return { pairs, hasMore: false }
    cursor = page.next
  }
}
