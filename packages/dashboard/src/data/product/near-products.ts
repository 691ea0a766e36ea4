import type { Answers } from '@utpid/client'
import { api } from '../api/api.ts'
import { ownWords, wordsOf } from './own-words.ts'
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
  const limit = MAX_EACH + products.length
  const words = ownWords(middle)
  const [alike, ofKind] = await Promise.all([
    words.length === 0
      ? undefined
      : api.search(
          { near, limit, include: ['details'], radius: NAME_METERS, q: words.join(' ').slice(0, MAX_NAME) },
          { signal },
        ),
    api.search({ near, limit, include: ['details'], radius: NEAR_METERS, type: middle.category }, { signal }),
  ])
  const known = new Set(products.map(({ utpid }) => utpid))
  const found: NearProduct[] = []
  const add = ({ results }: Answers['search'], isLikeName: boolean): void => {
    for (const { utpid, name, category, details } of results) {
      const at = pointOf((details ?? {}) as unknown as ProductDetails)
      if (at === undefined || known.has(utpid)) continue
      if (isLikeName && !wordsOf(name).some((word) => words.includes(word))) continue
      known.add(utpid)
      found.push({ utpid, name, category, point: at, isLikeName })
    }
  }
  if (alike !== undefined) add(alike, true)
  add(ofKind, false)
  return found
}
