/** Below so many a search by halves is as quick as one by guesses. */
const GUESSED_LEAST = 32

/**
 * Where a number stands in a stretch of an ascending column, or -1. Ids are hashes, spread evenly: a guess by the value is
 * nearly right, however long the column is. Every other guess is the middle, so that no values make it slow.
 *
 * @param from - Of the stretch `from` to `to - 1`.
 */
export function positionOf(column: Float64Array, value: number, from: number, to: number): number {
  let low = from
  let high = to - 1
  let halved = false
  while (low <= high) {
    const least = column[low] as number
    const most = column[high] as number
    if (value < least || value > most) return -1
    let at = (low + high) >>> 1
    if (!halved && high - low > GUESSED_LEAST) at = low + Math.floor(((value - least) / (most - least)) * (high - low))
    halved = !halved
    const found = column[at] as number
    if (found === value) return at
    if (found < value) low = at + 1
    else high = at - 1
  }
  return -1
}
