import { LIMITS, type Product, type Registry } from '@utpid/core'
import type { AlertsOptions } from '@utpid/core/operations'
import { UNKNOWN_COUNTRY } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'
import type { ReviewPair } from './review-session.ts'

/** Selects the alerts of a session. */
export interface PairFilter {
  readonly order?: AlertsOptions['order']
  /** Only pairs with a record of this supplier. */
  readonly supplier?: string
  /** ISO 3166-1 alpha-2, `ZZ` for unknown: only pairs with a product that displays this country. */
  readonly country?: string
}

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
  registry: Pick<Registry, 'alerts' | 'get'>,
  { order, ...filter }: PairFilter,
  known: ReadonlySet<string>,
  maxPairs: number,
  signal: AbortSignal,
): Promise<ChosenPairs> {
  const pairs: ReviewPair[] = []
  for (let offset = 0; ; offset += LIMITS.rowsPerPage) {
    const { alerts } = await registry.alerts({
      offset,
      limit: LIMITS.rowsPerPage,
      signal,
      ...defined({ order }),
    })
    for (const { alertId, utpids } of alerts) {
      if (known.has(alertId) || !(await isWanted(registry, utpids, filter, signal))) continue
      if (pairs.length >= maxPairs) return { pairs, hasMore: true }
      pairs.push({ alertId, utpids })
    }
    if (alerts.length < LIMITS.rowsPerPage) return { pairs, hasMore: false }
  }
}

async function isWanted(
  registry: Pick<Registry, 'get'>,
  utpids: readonly string[],
  { supplier, country }: Pick<PairFilter, 'supplier' | 'country'>,
  signal: AbortSignal,
): Promise<boolean> {
  if (supplier === undefined && country === undefined) return true
  const products = await Promise.all(utpids.map((utpid) => registry.get(utpid, { signal })))
  const some = (test: (product: Product) => boolean): boolean =>
    products.some((product) => product !== undefined && test(product))
  return (
    (supplier === undefined || some(({ suppliers }) => suppliers.some(({ id }) => id === supplier))) &&
    (country === undefined || some(({ location }) => (location.country ?? UNKNOWN_COUNTRY) === country))
  )
}
