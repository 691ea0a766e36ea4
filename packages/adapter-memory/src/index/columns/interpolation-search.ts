/** The minimum length for interpolation search. Below this length, binary search is as fast. */
const MIN_INTERPOLATED = 32

/**
 * Returns the position of a number in a range of an ascending column, or -1. Ids are evenly distributed hashes, so
 * interpolation search needs few steps. Every other step is a binary search step, so no distribution is slow.
 *
 * @param from - The start of the range `from` to `to - 1`.
 */
export function positionOf(column: Float64Array, value: number, from: number, to: number): number {
  let low = from
  let high = to - 1
  let halved = false
  while (low <= high) {
    const lowest = column[low] as number
    const highest = column[high] as number
    if (value < lowest || value > highest) return -1
    let at = (low + high) >>> 1
    if (!halved && high - low > MIN_INTERPOLATED)
      at = low + Math.floor(((value - lowest) / (highest - lowest)) * (high - low))
    halved = !halved
    const found = column[at] as number
    if (found === value) return at
    if (found < value) low = at + 1
    else high = at - 1
  }
  return -1
}
