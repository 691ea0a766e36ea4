import { UtpidError } from '@utpid/client'
import { api } from '../../data/api.ts'
import { type ProductDetails, readProduct } from '../../data/product.ts'
import type { Explanation } from '../../ui/waterfall.tsx'
import type { QueuedAlert } from './review-state.ts'

/** What is needed to decide an alert. */
export interface ComparedPair {
  readonly products: readonly [ProductDetails, ProductDetails]
  /** Of the two records that the alert rests on; undefined when they are gone. */
  readonly explanation: Explanation | undefined
}

const KEPT_MOST = 20
const kept = new Map<string, Promise<ComparedPair | undefined>>()

/** @returns undefined when the alert is open no more. */
export function readPair(alert: QueuedAlert): Promise<ComparedPair | undefined> {
  const known = kept.get(alert.alertId)
  if (known !== undefined) return known
  const pair = read(alert).catch((error: unknown) => {
    if (error instanceof UtpidError && error.code === 'not_found') return undefined
    throw error
  })
  kept.set(alert.alertId, pair)
  // What failed is asked for again.
  pair.catch(() => kept.delete(alert.alertId))
  for (const [oldest] of kept) {
    if (kept.size <= KEPT_MOST) break
    kept.delete(oldest)
  }
  return pair
}

/** After a decision, what was read may be so no more. */
export function forgetPairs(): void {
  kept.clear()
}

async function read({ alertId, utpids: [one, other] }: QueuedAlert): Promise<ComparedPair | undefined> {
  // The alert itself says whether it is open: the list of a product with very many duplicates may end before it.
  const [alert, a, b, duplicates] = await Promise.all([
    api.alert(alertId),
    readProduct(one),
    readProduct(other),
    api.duplicates(one, { status: 'open', limit: 100, include: ['explanation'] }),
  ])
  if (alert.status !== 'open' || a.utpid === b.utpid) return undefined
  const explained = duplicates.results.find((each) => each.alertId === alertId)
  const { pair } = (explained?.explanation ?? {}) as { readonly pair?: Explanation | null }
  return { products: [a, b], explanation: pair ?? undefined }
}
