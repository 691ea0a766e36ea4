import type { ProductId } from '@utpid/core'

interface Ranked {
  readonly id: ProductId
  /** 0 to 15. */
  readonly rank: number
}

/**
 * A page of products, best rank first, ties by ascending id. There are only 16 ranks, so
 * products are dealt into these, and only the ranks that the page cuts are sorted.
 */
export function pageByRank(found: readonly Ranked[], offset: number, limit: number): ProductId[] {
  if (limit === 0 || offset >= found.length) return []
  const byRank = new Map<number, ProductId[]>()
  for (const { id, rank } of found) {
    const ids = byRank.get(rank)
    if (ids === undefined) byRank.set(rank, [id])
    else ids.push(id)
  }
  const page: ProductId[] = []
  let passed = 0
  for (const rank of [...byRank.keys()].sort((a, b) => b - a)) {
    const ids = byRank.get(rank) as ProductId[]
    if (passed + ids.length > offset) {
      ids.sort((a, b) => a - b)
      const from = Math.max(0, offset - passed)
      page.push(...ids.slice(from, from + limit - page.length))
      if (page.length === limit) break
    }
    passed += ids.length
  }
  return page
}
