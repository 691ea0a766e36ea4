import { api } from '../api/api.ts'
import type { ProductDetails } from './product-details.ts'
import { pointOf } from './record-fields.ts'

/** A product near a point, of like name or of the same category. */
export interface NearProduct {
  readonly utpid: string
  readonly name: string
  readonly category: string
  readonly point: readonly [number, number]
  readonly isLikeName: boolean
}

/** Products of the same category are sought so far away. */
export const NEAR_METERS = 1_000
/** Products of like name may have wrong coordinates, so they are sought farther away. */
const NAME_METERS = 5_000
const MAX_EACH = 10
const MAX_NAME = 256
/** About 10 cm. */
const DECIMALS = 6

/**
 * Returns the products near a product: first those of like name, then those of its category, each nearest first.
 *
 * @param products - The products of the page. They are left out. The first one with coordinates is the middle.
 */
export async function nearProducts(products: readonly ProductDetails[], signal: AbortSignal): Promise<NearProduct[]> {
  const middle = products.find((product) => pointOf(product) !== undefined)
  const point = middle === undefined ? undefined : pointOf(middle)
  if (middle === undefined || point === undefined) return []
  const near = point.map((degrees) => degrees.toFixed(DECIMALS)).join(',')
  const query = { near, limit: MAX_EACH + products.length }
  const [alike, ofKind] = await Promise.all([
    api.search({ ...query, include: ['details'], radius: NAME_METERS, q: middle.name.slice(0, MAX_NAME) }, { signal }),
    api.search({ ...query, include: ['details'], radius: NEAR_METERS, type: middle.category }, { signal }),
  ])
  const known = new Set(products.map(({ utpid }) => utpid))
  const found: NearProduct[] = []
  for (const [page, isLikeName] of [
    [alike, true],
    [ofKind, false],
  ] as const) {
    for (const { utpid, name, category, details } of page.results) {
      const at = pointOf((details ?? {}) as unknown as ProductDetails)
      if (at === undefined || known.has(utpid)) continue
      known.add(utpid)
      found.push({ utpid, name, category, point: at, isLikeName })
    }
  }
  return found
}
