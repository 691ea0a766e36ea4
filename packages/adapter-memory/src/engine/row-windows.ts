import { bitCount, eachRow, type RowBits, setRow } from '../row-bits.ts'
import type { TermRows } from './term-rows.ts'

/** So many words of 32 rows are looked at together: they stay in the first cache of a processor. */
const WORDS = 512

const found: RowBits = new Uint32Array(WORDS)
const held: RowBits = new Uint32Array(WORDS)

/** Terms of which a row has to hold one. */
export interface WindowedGroup {
  readonly terms: readonly TermRows[]
  /** At most so many rows hold one. */
  readonly bound: number
}

/**
 * Rows that are in each of some groups, worked out a window of rows after the other: those that come first without the
 * others, and how many there are without putting them together.
 */
export class RowWindows {
  readonly #words: number
  readonly #groups: readonly GroupWindow[]
  readonly #dead: RowBits | undefined

  /**
   * @param words - How many words the bits of all rows are.
   * @param groups - One at least.
   * @param dead - Rows that are not found; none unless given.
   */
  constructor(words: number, groups: readonly WindowedGroup[], dead?: RowBits) {
    this.#words = words
    this.#groups = [...groups].sort((a, b) => a.bound - b.bound).map((group) => new GroupWindow(group))
    this.#dead = dead
  }

  count(): number {
    let count = 0
    for (let from = 0; from < this.#words; from += WORDS) {
      const words = this.#find(from)
      for (let at = 0; at < words; at++) if (found[at] !== 0) count += bitCount(found[at] as number)
    }
    return count
  }

  /** The first of them, ascending, so many at most. */
  first(most: number): Uint32Array {
    const rows = new Uint32Array(most)
    let length = 0
    for (let from = 0; from < this.#words && length < most; from += WORDS) {
      const words = this.#find(from)
      eachRow(found.subarray(0, words), (row) => {
        if (length < most) rows[length++] = from * 32 + row
      })
    }
    return rows.subarray(0, length)
  }

  /** Puts the rows of a window into `found`. @returns how many words it has; 0 where nothing is found. */
  #find(from: number): number {
    const words = Math.min(WORDS, this.#words - from)
    const [first, ...others] = this.#groups
    first?.put(found, from, words)
    for (const group of others) {
      if (!isAny(found, words)) return 0
      group.put(held, from, words)
      for (let at = 0; at < words; at++) found[at] = (found[at] as number) & (held[at] as number)
    }
    const dead = this.#dead
    if (dead !== undefined) {
      for (let at = 0; at < words; at++) found[at] = (found[at] as number) & ~(dead[from + at] as number)
    }
    return words
  }
}

/** Rows that hold any term of a group, by ascending windows. */
class GroupWindow {
  readonly #bits: readonly Uint32Array[]
  readonly #lists: readonly Uint32Array[]
  /** By list, the first of it that may be in the next window. */
  readonly #at: Uint32Array

  constructor({ terms }: WindowedGroup) {
    this.#bits = terms.flatMap(({ asBits }) => asBits ?? [])
    this.#lists = terms.flatMap((term) => (term.asBits === undefined ? [term.list] : []))
    this.#at = new Uint32Array(this.#lists.length)
  }

  /** @param from - Of words; not lower than before. */
  put(window: RowBits, from: number, words: number): void {
    const [first, ...others] = this.#bits
    if (first === undefined) window.fill(0, 0, words)
    else for (let at = 0; at < words; at++) window[at] = first[from + at] as number
    for (const bits of others) {
      for (let at = 0; at < words; at++) window[at] = (window[at] as number) | (bits[from + at] as number)
    }
    for (let each = 0; each < this.#lists.length; each++) this.#putList(window, from, words, each)
  }

  #putList(window: RowBits, from: number, words: number, each: number): void {
    const list = this.#lists[each] as Uint32Array
    const [least, end] = [from * 32, (from + words) * 32]
    let at = this.#at[each] as number
    while (at < list.length && (list[at] as number) < least) at++
    for (; at < list.length && (list[at] as number) < end; at++) setRow(window, (list[at] as number) - least)
    this.#at[each] = at
  }
}

function isAny(bits: RowBits, words: number): boolean {
  for (let at = 0; at < words; at++) if (bits[at] !== 0) return true
  return false
}
