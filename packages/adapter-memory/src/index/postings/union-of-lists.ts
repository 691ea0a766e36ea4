import { eachRow, type RowBits, setRow, wordsFor } from '../bits/row-bits.ts'

/** Rows of what is put together now; empty before and after. */
let marked: RowBits = new Uint32Array(0)
/** Which words of those have any. */
let words: RowBits = new Uint32Array(0)

/**
 * What is in any of some ascending lists, ascending, each once. Rows are marked rather than merged, which takes each of them
 * twice, however many lists there are; and only words that were marked are gone through and cleared again.
 *
 * @param bound - At most so many rows.
 * @param rowsInAll - All rows are lower.
 */
export function unionOfLists(lists: readonly Uint32Array[], bound: number, rowsInAll: number): Uint32Array {
  const needed = wordsFor(rowsInAll)
  if (marked.length < needed) {
    marked = new Uint32Array(needed)
    words = new Uint32Array(wordsFor(needed))
  }
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) {
      const row = list[at] as number
      setRow(marked, row)
      setRow(words, row >>> 5)
    }
  }
  const rows = new Uint32Array(bound)
  let length = 0
  eachRow(words, (word) => {
    const first = word << 5
    for (let rest = marked[word] as number; rest !== 0; rest &= rest - 1) {
      rows[length++] = first + 31 - Math.clz32(rest & -rest)
    }
    marked[word] = 0
  })
  words.fill(0)
  return rows.subarray(0, length)
}
