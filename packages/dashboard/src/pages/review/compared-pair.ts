import { type Answers, UtpidError } from '@utpid/client'
import { api } from '../../data/api/api.ts'
import { readProduct } from '../../data/product/product.ts'
import type { QueuedAlert } from './review-state.ts'
import { type ComparedPair, comparedPair } from './shown-pair.ts'

const MAX_CACHED = 20
const cache = new Map<string, Promise<ComparedPair | undefined>>()

/** Reads the data for deciding an alert. @returns undefined if the alert is no longer open. */
export function readPair(alert: QueuedAlert): Promise<ComparedPair | undefined> {
  const known = cache.get(alert.alertId)
  if (known !== undefined) return known
  const pair = read(alert).catch((error: unknown) => {
    if (error instanceof UtpidError && error.code === 'not_found') return undefined
    throw error
  })
  cache.set(alert.alertId, pair)
  // Allow a retry after an error.
  pair.catch(() => cache.delete(alert.alertId))
  for (const [oldest] of cache) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(oldest)
  }
  return pair
}

/** Clears the cache after a decision, which may change the pairs. */
export function clearPairCache(): void {
  cache.clear()
}

async function read({ alertId, utpids: [one, other] }: QueuedAlert): Promise<ComparedPair | undefined> {
  const [alert, a, b] = await Promise.all([readAlert(alertId), readProduct(one), readProduct(other)])
  if (alert.status !== 'open' || a.utpid === b.utpid) return undefined
  return comparedPair([a, b], alert.explanation)
}

/** Reads an alert, and the explanation why its two records were not linked. */
async function readAlert(alertId: string): Promise<{ status: string; explanation?: Answers['explain'] }> {
  const { status, records } = await api.alert(alertId)
  const [a, b] = records
  return status !== 'open' || a === undefined || b === undefined
    ? { status }
    : { status, explanation: await api.explain({ a, b }) }
}
