import { bitCount, eachRow, type RowBits } from '../row-bits.ts'
import type { RowCursor, SharedBits, TermRows } from './term-rows.ts'

/** So many words of 32 rows are looked at together: they stay in the first cache of a processor. */
const WORDS = 512

const found: RowBits = new Uint32Array(WORDS)
const ofOne: RowBits = new Uint32Array(WORDS)

/** Terms of which a row has to hold one. */
export interface WindowedGroup {
  readonly terms: readonly TermRows[]
  /** At most so many rows hold one. */
  readonly bound: number
}

/** Rows that are in each of some groups, and in so many of some others. */
export interface WindowedCondition {
  /** One at least. */
  readonly needed: readonly WindowedGroup[]
  readonly optional: readonly WindowedGroup[]
  /** 1 to as many as there are optional groups; 0 when there are none. */
  readonly least: number
}

/**
 * Rows that satisfy one of some conditions, worked out a window of rows after the other: those that come first without the
 * others, and how many there are without putting them together.
 */
export class RowWindows {
  readonly #words: number
  readonly #conditions: readonly ConditionWindow[]
  readonly #dead: RowBits | undefined

  /**
   * @param words - How many words the bits of all rows are.
   * @param conditions - One at least.
   * @param dead - Rows that are not found; none unless given.
   */
  constructor(words: number, conditions: readonly WindowedCondition[], dead?: RowBits) {
    this.#words = words
    const windows = new Map<WindowedGroup, GroupWindow>()
    const windowOf = (group: WindowedGroup): GroupWindow => {
      const window = windows.get(group) ?? new GroupWindow(group)
      windows.set(group, window)
      return window
    }
    this.#conditions = conditions.map((condition) => new ConditionWindow(condition, windowOf))
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
    const [first, ...others] = this.#conditions
    let isAny = first?.put(found, from, words) ?? false
    for (const condition of others) {
      if (!condition.put(ofOne, from, words)) continue
      if (isAny) for (let at = 0; at < words; at++) found[at] = (found[at] as number) | (ofOne[at] as number)
      else found.set(ofOne)
      isAny = true
    }
    if (!isAny) return 0
    const dead = this.#dead
    if (dead !== undefined) {
      for (let at = 0; at < words; at++) found[at] = (found[at] as number) & ~(dead[from + at] as number)
    }
    return words
  }
}

/** Rows that satisfy a condition, by ascending windows. */
class ConditionWindow {
  /** The rarest first. */
  readonly #needed: readonly GroupWindow[]
  readonly #optional: readonly GroupWindow[]
  /** By n, the rows that are in more than n optional groups. */
  readonly #reached: readonly RowBits[]

  constructor({ needed, optional, least }: WindowedCondition, windowOf: (group: WindowedGroup) => GroupWindow) {
    this.#needed = [...needed].sort((a, b) => a.bound - b.bound).map(windowOf)
    this.#optional = optional.map(windowOf)
    this.#reached = Array.from({ length: least }, () => new Uint32Array(WORDS))
  }

  /** @returns Whether there may be any. */
  put(rows: RowBits, from: number, words: number): boolean {
    for (const [at, group] of this.#needed.entries()) {
      group.go(from, words)
      const { bits, shift } = group
      if (at === 0) for (let word = 0; word < words; word++) rows[word] = bits[shift + word] as number
      else for (let word = 0; word < words; word++) rows[word] = (rows[word] as number) & (bits[shift + word] as number)
      if (!isAny(rows, words)) return false
    }
    const most = this.#reached.at(-1)
    if (most === undefined) return true
    this.#reach(from, words)
    for (let word = 0; word < words; word++) rows[word] = (rows[word] as number) & (most[word] as number)
    return true
  }

  #reach(from: number, words: number): void {
    for (const reached of this.#reached) reached.fill(0, 0, words)
    for (const group of this.#optional) {
      group.go(from, words)
      const { bits, shift } = group
      for (let word = 0; word < words; word++) {
        let counted = bits[shift + word] as number
        for (const reached of this.#reached) {
          const before = reached[word] as number
          reached[word] = before | counted
          counted &= before
        }
      }
    }
  }
}

/** Rows that hold any term of a group, by ascending windows; several conditions may have the same one. */
class GroupWindow {
  /** Those of the window begin with the word `shift`. */
  bits: SharedBits
  shift = 0
  readonly #bits: readonly SharedBits[]
  readonly #lists: readonly RowCursor[]
  #from = -1

  constructor({ terms }: WindowedGroup) {
    this.#bits = terms.flatMap(({ asBits }) => asBits ?? [])
    this.#lists = terms.flatMap((term) => (term.asBits === undefined ? [term.cursor()] : []))
    const [only] = this.#bits
    this.bits = terms.length === 1 && only !== undefined ? only : new Uint32Array(WORDS)
  }

  /** @param from - Of words; not lower than before. */
  go(from: number, words: number): void {
    if (from === this.#from) return
    this.#from = from
    const [first, ...others] = this.#bits
    if (first === this.bits) {
      this.shift = from
      return
    }
    const window = this.bits as RowBits
    if (first === undefined) window.fill(0, 0, words)
    else for (let at = 0; at < words; at++) window[at] = first[from + at] as number
    for (const bits of others) {
      for (let at = 0; at < words; at++) window[at] = (window[at] as number) | (bits[from + at] as number)
    }
    const [least, end] = [from * 32, (from + words) * 32]
    for (const list of this.#lists) list.put(least, end, window)
  }
}

function isAny(bits: RowBits, words: number): boolean {
  for (let at = 0; at < words; at++) if (bits[at] !== 0) return true
  return false
}
