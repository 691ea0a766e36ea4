import { type Bytes, type Integers, upperBound } from '@utpid/adapter-memory/engine'
import type { ProductId } from '@utpid/core'
import { ROWS_LIMIT } from './compare-task.ts'
import type { EdgeLists } from './edge-lists.ts'
import type { RowNumbers } from './row-numbers.ts'

/**
 * For each cluster that equals no product, writes 1 into `differs` for one row of the cluster.
 *
 * @param live - The rows that are not deleted.
 * @param groups - For each row, the lowest row of its cluster.
 * @returns the number of clusters.
 */
export function markDifferingClusters(rows: RowNumbers, live: Integers, groups: Integers, differs: Bytes): number {
  const productIds = rows.productIds()
  const products = new Float64Array(live.length)
  const clusterSizes = new Uint32Array(rows.length)
  let count = 0
  for (let at = 0; at < live.length; at++) {
    const row = live[at] as number
    const lowest = groups[row] as number
    products[at] = productIds[row] as number
    if (clusterSizes[lowest] === 0) count++
    clusterSizes[lowest] = (clusterSizes[lowest] as number) + 1
  }
  const sizes = new ProductSizes(products)
  for (const row of live) {
    const lowest = groups[row] as number
    const product = productIds[row] as number
    if (product !== productIds[lowest]) differs[row] = differs[lowest] = 1
    // Looks up each product once per cluster: the lookup among millions of products is slow.
    else if (row === lowest && sizes.of(product) !== clusterSizes[lowest]) differs[row] = 1
  }
  return count
}

/** Returns the number of pairs of clusters with an edge between them; the most similar ones become alerts. */
export function clusterPairs({ starts, others }: EdgeLists, groups: Integers): number {
  const pairs: number[] = []
  for (let row = 0; row < groups.length; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const [one, other] = [groups[row] as number, groups[others[at] as number] as number]
      if (one !== other) pairs.push(Math.min(one, other) * ROWS_LIMIT + Math.max(one, other))
    }
  }
  const sorted = Float64Array.from(pairs).sort()
  let count = 0
  for (let at = 0; at < sorted.length; at++) if (sorted[at] !== sorted[at - 1]) count++
  return count
}

/** Counts how often each product occurs in a column. Product ids are random, so few of them share a bucket. */
class ProductSizes {
  readonly #products: Float64Array
  readonly #width: number
  /** For each bucket of ids: the index of its first product. A last entry marks the end. */
  readonly #starts: Uint32Array

  /** @param products - The ids. The constructor sorts this array in place. */
  constructor(products: Float64Array) {
    this.#products = products.sort()
    const buckets = Math.max(1, products.length >>> 1)
    this.#width = ((products.at(-1) ?? 0) + 1) / buckets
    this.#starts = new Uint32Array(buckets + 1)
    for (let at = 0, bucket = 0; at < products.length; at++) {
      const own = this.#bucketOf(products[at] as number)
      while (bucket < own) this.#starts[++bucket] = at
    }
    this.#starts.fill(products.length, this.#bucketOf(products.at(-1) ?? 0) + 1)
  }

  of(product: ProductId): number {
    const bucket = this.#bucketOf(product)
    const from = this.#starts[bucket] as number
    const length = (this.#starts[bucket + 1] as number) - from
    const first = from + upperBound(length, (at) => (this.#products[from + at] as number) >= product)
    let end = first
    while (this.#products[end] === product) end++
    return end - first
  }

  #bucketOf(product: ProductId): number {
    return Math.min(this.#starts.length - 2, Math.floor(product / this.#width))
  }
}
