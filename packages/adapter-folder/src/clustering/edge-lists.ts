import { type Integers, integers, type SignedIntegers, signedIntegers } from '@utpid/adapter-memory/engine'

/** Edges in the order of their discovery. Rows are positions; weights are hundredths of a bit. */
export interface FoundEdges {
  readonly rows: Uint32Array
  readonly others: Uint32Array
  readonly weights: Int32Array
}

/**
 * Edges of an index by row. The edges of row r are `starts[r]` to `starts[r + 1] - 1`, without duplicates, in no order.
 */
export interface EdgeLists {
  readonly starts: Integers
  readonly others: Integers
  readonly weights: SignedIntegers
}

/**
 * Groups edges by row.
 *
 * @param length - The number of rows.
 * @param isLower - Whether an edge is listed with its first row instead of its second.
 */
export function edgeLists(
  found: readonly FoundEdges[],
  length: number,
  isLower: (row: number, other: number) => boolean,
): EdgeLists {
  const starts = integers(length + 1)
  const eachOf = (visit: (row: number, other: number, weight: number) => void): void => {
    for (const { rows, others, weights } of found) {
      for (let at = 0; at < rows.length; at++) {
        const [row, other] = [rows[at] as number, others[at] as number]
        if (isLower(row, other)) visit(row, other, weights[at] as number)
        else visit(other, row, weights[at] as number)
      }
    }
  }
  let count = 0
  eachOf((row) => {
    starts[row + 1] = (starts[row + 1] as number) + 1
    count++
  })
  for (let row = 0; row < length; row++) starts[row + 1] = (starts[row + 1] as number) + (starts[row] as number)
  const next = starts.slice(0, length)
  const others = integers(count)
  const weights = signedIntegers(count)
  eachOf((row, other, weight) => {
    const at = next[row] as number
    next[row] = at + 1
    others[at] = other
    weights[at] = weight
  })
  return { starts, others, weights }
}
