/**
 * Returns the position of the first of `length` sorted items for which `isAbove` holds; `length` if there is no such
 * item (upper bound).
 *
 * @param isAbove - False for all items before some position, true for all others.
 */
export function upperBound(length: number, isAbove: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAbove(middle)) high = middle
    else low = middle + 1
  }
  return low
}
