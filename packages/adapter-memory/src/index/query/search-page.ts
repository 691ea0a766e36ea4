import type { ProductId } from '@utpid/core'
import type { SearchAnswer, SearchQuery } from '@utpid/core/storage'

/** A product with its sort key in the order of a query. */
export interface PlacedProduct {
  readonly tier: number
  /** The static rank or, for a query with `near`, the squared distance. */
  readonly key: number
  readonly id: ProductId
}

/** The result of one part of an index. */
export interface PartAnswer {
  readonly total: number
  /** The first `offset + limit` products after the position `after`, in order, and one more product if it exists. */
  readonly products: readonly PlacedProduct[]
  /** For a query with `counted`: the number of products with each of its terms. */
  readonly counts?: readonly number[]
}

/** Combines the results of several parts of an index. Each product is live in only one part. */
export function answerOf(parts: readonly PartAnswer[], { near, offset, limit, counted }: SearchQuery): SearchAnswer {
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const [only, ...others] = parts
  const products =
    others.length === 0 && only !== undefined
      ? only.products
      : parts
          .flatMap((part) => part.products)
          .sort((a, b) => a.tier - b.tier || (near === undefined ? b.key - a.key : a.key - b.key) || a.id - b.id)
  const page = products.slice(offset, offset + limit)
  const productIds = page.map(({ id }) => id)
  const last = page.at(-1)
  const counts = counted?.map((_, at) => parts.reduce((sum, part) => sum + (part.counts?.[at] ?? 0), 0))
  const found = { total, exact: true, productIds, ...(counts && { counts: { products: counts, exact: true } }) }
  if (last === undefined || products.length <= offset + limit) return found
  return { ...found, next: { tier: last.tier, key: last.key, id: last.id } }
}
