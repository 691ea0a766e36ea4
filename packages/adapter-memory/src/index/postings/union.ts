import { type Bitset, eachRow, setRow, wordsFor } from '../bits/bitset.ts'

/** The rows of the current union; empty between calls. */
let marked: Bitset = new Uint32Array(0)
/** A mark for each word of `marked` that has a row. */
let markedWords: Bitset = new Uint32Array(0)

/**
 * Returns the union of ascending lists, ascending and distinct. The function marks rows in a bitset instead of merging,
 * so each row is processed twice for any number of lists. Only marked words are read and cleared.
 *
 * @param bound - The upper bound of the number of rows.
 * @param rowsInAll - A number above all rows.
 */
export function unionOfLists(lists: readonly Uint32Array[], bound: number, rowsInAll: number): Uint32Array {
  const needed = wordsFor(rowsInAll)
  if (marked.length < needed) {
    marked = new Uint32Array(needed)
    markedWords = new Uint32Array(wordsFor(needed))
  }
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const row = list[at] as number
      setRow(marked, row)
      setRow(markedWords, row >>> 5)
    }
  }
  const rows = new Uint32Array(bound)
  let length = 0
  eachRow(markedWords, (word) => {
    const first = word << 5
    for (let rest = marked[word] as number; rest !== 0; rest &= rest - 1) {
      rows[length++] = first + 31 - Math.clz32(rest & -rest)
    }
    marked[word] = 0
  })
  markedWords.fill(0)
  return rows.subarray(0, length)
}
