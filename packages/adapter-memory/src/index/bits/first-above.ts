/**
 * Position of the first of `length` sorted items that is above something; `length` when none is.
 *
 * @param isAbove - False for the items before some position, true from there on.
 */
export function firstAbove(length: number, isAbove: (at: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isAbove(middle)) high = middle
    else low = middle + 1
  }
  return low
}
