import type { ProductId } from '@utpid/core'
import type { Bytes, Integers } from '../engine/shared-column.ts'
import { firstAbove } from '../first-above.ts'
import { ROWS_LIMIT } from './compare-task.ts'
import type { EdgeLists } from './edge-lists.ts'
import type { RowNumbers } from './row-numbers.ts'

/**
 * Puts 1 into `differs` for a row of each group that is no product.
 *
 * @param live - Rows that are not dead.
 * @param groups - By row, the lowest row of its group.
 * @returns How many groups there are.
 */
export function markOtherGroups(rows: RowNumbers, live: Integers, groups: Integers, differs: Bytes): number {
  const productIds = rows.productIds()
  const products = new Float64Array(live.length)
  const groupSizes = new Uint32Array(rows.length)
  let count = 0
  for (let at = 0; at < live.length; at++) {
    const row = live[at] as number
    const lowest = groups[row] as number
    products[at] = productIds[row] as number
    if (groupSizes[lowest] === 0) count++
    groupSizes[lowest] = (groupSizes[lowest] as number) + 1
  }
  products.sort()
  for (const row of live) {
    const lowest = groups[row] as number
    const product = productIds[row] as number
    if (product !== productIds[lowest]) differs[row] = differs[lowest] = 1
    else if (sizeIn(products, product) !== groupSizes[lowest]) differs[row] = 1
  }
  return count
}

/** How many pairs of groups have an edge between them: what people would be asked about. */
export function pairsOfGroups({ starts, others }: EdgeLists, groups: Integers): number {
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

/** How often a product stands in an ascending column that holds it. */
function sizeIn(products: Float64Array, product: ProductId): number {
  const first = firstAbove(products.length, (at) => (products[at] as number) >= product)
  let end = first
  while (products[end] === product) end++
  return end - first
}
