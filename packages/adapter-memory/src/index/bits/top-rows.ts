/**
 * Returns a range of an ordering without sorting all rows.
 *
 * @param rows - The rows in any order. The function modifies this array.
 * @param comesBefore - A total order.
 * @returns the rows at positions `from` to `to - 1` of the ordering.
 */
export function rankedRange(
  rows: number[],
  from: number,
  to: number,
  comesBefore: (a: number, b: number) => boolean,
): number[] {
  partition(rows, to, comesBefore)
  const first = rows.slice(0, to)
  first.sort((a, b) => (comesBefore(a, b) ? -1 : 1))
  return first.slice(from)
}

/** Moves the first `count` rows of the ordering to the front (quickselect). */
function partition(rows: number[], count: number, comesBefore: (a: number, b: number) => boolean): void {
  const last = count - 1
  let low = 0
  let high = rows.length - 1
  while (low < high && last >= low && last < high) {
    const pivot = medianOf(rows[low] as number, rows[(low + high) >>> 1] as number, rows[high] as number, comesBefore)
    let left = low
    let right = high
    while (left <= right) {
      while (comesBefore(rows[left] as number, pivot)) left++
      while (comesBefore(pivot, rows[right] as number)) right--
      if (left <= right) {
        const swapped = rows[left] as number
        rows[left++] = rows[right] as number
        rows[right--] = swapped
      }
    }
    if (last <= right) high = right
    else if (last >= left) low = left
    else return
  }
}

function medianOf(a: number, b: number, c: number, comesBefore: (a: number, b: number) => boolean): number {
  if (comesBefore(a, b)) return comesBefore(b, c) ? b : comesBefore(a, c) ? c : a
  return comesBefore(a, c) ? a : comesBefore(b, c) ? c : b
}
