/** Columns of units, as those of words are. */
type Units = Uint16Array

const ROW_LENGTH = 128
const rows: readonly [Uint16Array, Uint16Array, Uint16Array] = [
  new Uint16Array(ROW_LENGTH),
  new Uint16Array(ROW_LENGTH),
  new Uint16Array(ROW_LENGTH),
]

export function unitsOf(word: string): Units {
  const units = new Uint16Array(word.length)
  for (let at = 0; at < word.length; at++) units[at] = word.charCodeAt(at)
  return units
}

/**
 * As `withinTypos` of core answers for two texts, for one and a stretch of a column: words are looked for among thousands,
 * and making a text of each took longer than comparing them.
 */
export function unitsWithinTypos(word: Units, column: Units, from: number, to: number, typos: 1 | 2): boolean {
  const other = to - from
  if (Math.abs(word.length - other) > typos) return false
  const shorter = Math.min(word.length, other)
  let start = 0
  while (start < shorter && word[start] === column[from + start]) start++
  let same = 0
  while (same < shorter - start && word[word.length - 1 - same] === column[to - 1 - same]) same++
  const ownRest = word.length - start - same
  const otherRest = other - start - same
  if (ownRest <= typos && otherRest <= typos) return true
  if (typos === 1) {
    return ownRest === 2 && otherRest === 2 && isSwapped(word, start + 1, column, from + start + 1)
  }
  return isWithin(word.subarray(start, start + ownRest), column, from + start, otherRest, typos)
}

/** Only the diagonal band is computed that can still end within `typos`. */
function isWithin(word: Units, column: Units, from: number, other: number, typos: number): boolean {
  const width = other + 1
  const isLong = width > ROW_LENGTH
  let beforeLast = isLong ? new Uint16Array(width) : rows[0]
  let last = isLong ? new Uint16Array(width) : rows[1]
  let current = isLong ? new Uint16Array(width) : rows[2]
  const beyond = typos + 1
  for (let at = 0; at < width; at++) last[at] = Math.min(at, beyond)
  for (let row = 1; row <= word.length; row++) {
    const first = Math.max(1, row - typos)
    const end = Math.min(other, row + typos)
    current[first - 1] = first === 1 ? Math.min(row, beyond) : beyond
    let lowest = current[first - 1] as number
    for (let at = first; at <= end; at++) {
      let distance = (last[at - 1] as number) + (word[row - 1] === column[from + at - 1] ? 0 : 1)
      // Beyond the band of the row above nothing was computed: a cell there counts as too far.
      if (at < row + typos) distance = Math.min(distance, (last[at] as number) + 1)
      distance = Math.min(distance, (current[at - 1] as number) + 1, beyond)
      if (row > 1 && at > 1 && isSwapped(word, row - 1, column, from + at - 1)) {
        distance = Math.min(distance, (beforeLast[at - 2] as number) + 1)
      }
      current[at] = distance
      lowest = Math.min(lowest, distance)
    }
    // A swap reaches two rows back, but costs one more than the cell it starts from.
    if (lowest >= beyond) return false
    const free = beforeLast
    beforeLast = last
    last = current
    current = free
  }
  return (last[other] as number) <= typos
}

/** Whether a unit and the one before it stand there the other way round. */
function isSwapped(word: Units, at: number, column: Units, position: number): boolean {
  return word[at] === column[position - 1] && word[at - 1] === column[position]
}
