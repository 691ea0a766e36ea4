/** The length of the rows that all calls reuse. For a longer word, the function allocates new rows. */
const ROW_LENGTH = 128

const rows: readonly [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(ROW_LENGTH),
  new Uint16Array(ROW_LENGTH),
  new Uint16Array(ROW_LENGTH),
]

/**
 * Reports whether two words are at most `typos` apart. A typo is one UTF-16 unit added, dropped or replaced, or a swap
 * of two adjacent units (optimal string alignment: no unit is edited twice).
 *
 * The function computes only the diagonal band that can still end within `typos`.
 */
export function withinTypos(a: string, b: string, typos: number): boolean {
  if (Math.abs(a.length - b.length) > typos) return false
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let same = 0
  while (same < shorter - start && a.charCodeAt(a.length - 1 - same) === b.charCodeAt(b.length - 1 - same)) same++
  const [restOfA, restOfB] = [a.length - start - same, b.length - start - same]
  if (typos === 1) {
    if (restOfA <= 1 && restOfB <= 1) return true
    return restOfA === 2 && restOfB === 2 && swapped(a, b, start + 2, start + 2)
  }
  return isWithin(a.slice(start, start + restOfA), b.slice(start, start + restOfB), typos)
}

function isWithin(a: string, b: string, typos: number): boolean {
  if (Math.max(a.length, b.length) <= typos) return true
  const width = b.length + 1
  const [first, second, third] =
    width <= ROW_LENGTH ? rows : [new Uint16Array(width), new Uint16Array(width), new Uint16Array(width)]
  const beyond = typos + 1
  let beforeLast = first
  let last = second
  let current = third
  for (let column = 0; column < width; column++) last[column] = Math.min(column, beyond)
  for (let row = 1; row <= a.length; row++) {
    const from = Math.max(1, row - typos)
    const to = Math.min(b.length, row + typos)
    current[from - 1] = from === 1 ? Math.min(row, beyond) : beyond
    let lowest = current[from - 1] as number
    for (let column = from; column <= to; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let distance = (last[column - 1] as number) + (same ? 0 : 1)
      // Cells outside the band of the previous row are not computed and count as too far.
      if (column < row + typos) distance = Math.min(distance, (last[column] as number) + 1)
      distance = Math.min(distance, (current[column - 1] as number) + 1, beyond)
      if (swapped(a, b, row, column)) distance = Math.min(distance, (beforeLast[column - 2] as number) + 1)
      current[column] = distance
      lowest = Math.min(lowest, distance)
    }
    // A swap goes back two rows, but costs one more than the cell where it starts.
    if (lowest >= beyond) return false
    const free = beforeLast
    beforeLast = last
    last = current
    current = free
  }
  return (last[b.length] as number) <= typos
}

function swapped(a: string, b: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  )
}
