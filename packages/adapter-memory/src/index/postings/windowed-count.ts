import { type Bitset, countRows, eachRow, incrementCounters } from '../bits/bitset.ts'
import type { PostingList, SharedBits } from './posting-list.ts'
import type { PostingsCursor } from './postings-cursor.ts'

/** The number of words of 32 rows per window. A window fits into the L1 cache of a processor. */
const WORDS_PER_WINDOW = 512

/**
 * The rows of a window: the words from `shift` on. The words may be in shared memory, and the next window overwrites
 * them.
 */
interface WindowRows {
  readonly bits: SharedBits
  readonly shift: number
}

const ofAny: Bitset = new Uint32Array(WORDS_PER_WINDOW)

/** A group of terms. A row must have at least one of the terms. */
export interface WindowedGroup {
  readonly terms: readonly PostingList[]
  /** The upper bound of the number of rows. */
  readonly bound: number
}

/** A condition: a row must be in all needed groups and in at least `min` optional groups. */
export interface WindowedCondition {
  /** The needed groups, at least one. */
  readonly needed: readonly WindowedGroup[]
  readonly optional: readonly WindowedGroup[]
  /**
   * The minimum number of optional groups; 0 without optional groups. If it exceeds the number of optional groups,
   * nothing matches.
   */
  readonly min: number
}

/**
 * Computes the rows that satisfy any of several conditions, window by window. It can find only the first rows, and can
 * count rows without building a set.
 */
export class WindowedCount {
  readonly #words: number
  readonly #conditions: readonly ConditionWindow[]
  readonly #deleted: Bitset | undefined

  /**
   * @param words - The length of a bitset of all rows, in words of 32 rows.
   * @param conditions - One or more conditions.
   * @param dead - The deleted rows to exclude. Default: none.
   */
  constructor(words: number, conditions: readonly WindowedCondition[], dead?: Bitset) {
    this.#words = words
    const windows = new Map<WindowedGroup, GroupWindow>()
    const windowOf = (group: WindowedGroup): GroupWindow => {
      const window = windows.get(group) ?? new GroupWindow(group)
      windows.set(group, window)
      return window
    }
    this.#conditions = conditions.map((condition) => new ConditionWindow(condition, windowOf))
    this.#deleted = dead
  }

  count(): number {
    let count = 0
    for (let from = 0; from < this.#words; from += WORDS_PER_WINDOW) {
      const found = this.#find(from)
      if (found !== undefined) count += countRows(found.bits, found.shift, found.shift + this.#wordsFrom(from))
    }
    return count
  }

  /** Returns at most `max` of the rows, ascending. */
  first(max: number): Uint32Array {
    const rows = new Uint32Array(max)
    let length = 0
    for (let from = 0; from < this.#words && length < max; from += WORDS_PER_WINDOW) {
      const found = this.#find(from)
      if (found === undefined) continue
      eachRow(found.bits.subarray(found.shift, found.shift + this.#wordsFrom(from)), (row) => {
        if (length < max) rows[length++] = from * 32 + row
      })
    }
    return rows.subarray(0, length)
  }

  #wordsFrom(from: number): number {
    return Math.min(WORDS_PER_WINDOW, this.#words - from)
  }

  /** Returns the rows of a window; undefined if it has none. */
  #find(from: number): WindowRows | undefined {
    const words = this.#wordsFrom(from)
    let found: WindowRows | undefined
    for (const condition of this.#conditions) {
      const own = condition.rows(from, words)
      if (own === undefined) continue
      if (found === undefined) {
        found = own
        continue
      }
      const { bits, shift } = found
      for (let at = 0; at < words; at++) {
        ofAny[at] = (bits[shift + at] as number) | (own.bits[own.shift + at] as number)
      }
      found = { bits: ofAny, shift: 0 }
    }
    const dead = this.#deleted
    if (found === undefined || dead === undefined) return found
    const { bits, shift } = found
    for (let at = 0; at < words; at++) ofAny[at] = (bits[shift + at] as number) & ~(dead[from + at] as number)
    return { bits: ofAny, shift: 0 }
  }
}

/** Finds the rows that satisfy one condition, window by window, ascending. */
class ConditionWindow {
  /** The needed groups, rarest first. */
  readonly #needed: readonly GroupWindow[]
  readonly #optional: readonly GroupWindow[]
  readonly #own: Bitset = new Uint32Array(WORDS_PER_WINDOW)
  /** Element n: the rows in more than n optional groups. */
  readonly #countedAbove: readonly Bitset[]

  constructor({ needed, optional, min }: WindowedCondition, windowOf: (group: WindowedGroup) => GroupWindow) {
    this.#needed = [...needed].sort((a, b) => a.bound - b.bound).map(windowOf)
    this.#optional = optional.map(windowOf)
    this.#countedAbove = Array.from({ length: min }, () => new Uint32Array(WORDS_PER_WINDOW))
  }

  /** Returns the rows of a window; undefined if it has none. */
  rows(from: number, words: number): WindowRows | undefined {
    const [first, ...others] = this.#needed
    let found: WindowRows = (first as GroupWindow).rows(from, words)
    if (!isAny(found, words)) return undefined
    for (const group of others) {
      found = this.#both(found, group.rows(from, words), words)
      if (!isAny(found, words)) return undefined
    }
    const most = this.#countedAbove.at(-1)
    if (most === undefined) return found
    this.#reach(from, words)
    return this.#both(found, { bits: most, shift: 0 }, words)
  }

  #both(one: WindowRows, other: WindowRows, words: number): WindowRows {
    const own = this.#own
    for (let at = 0; at < words; at++) {
      own[at] = (one.bits[one.shift + at] as number) & (other.bits[other.shift + at] as number)
    }
    return { bits: own, shift: 0 }
  }

  #reach(from: number, words: number): void {
    for (const reached of this.#countedAbove) reached.fill(0, 0, words)
    for (const group of this.#optional) {
      const { bits, shift } = group.rows(from, words)
      for (let word = 0; word < words; word++) incrementCounters(this.#countedAbove, word, bits[shift + word] as number)
    }
  }
}

/**
 * Finds the rows that have any term of a group, window by window, ascending. Several conditions may share the object.
 */
class GroupWindow {
  readonly #bits: readonly SharedBits[]
  readonly #lists: readonly PostingsCursor[]
  readonly #own: Bitset
  #from = -1

  constructor({ terms }: WindowedGroup) {
    this.#bits = terms.flatMap(({ asBits }) => asBits ?? [])
    this.#lists = terms.flatMap((term) => (term.asBits === undefined ? [term.cursor()] : []))
    this.#own = new Uint32Array(this.#isOneBitset ? 0 : WORDS_PER_WINDOW)
  }

  /** Whether the group is one bitset, which needs no union. */
  get #isOneBitset(): boolean {
    return this.#bits.length === 1 && this.#lists.length === 0
  }

  /** @param from - The first word of the window, which must not be lower than in the previous call. */
  rows(from: number, words: number): WindowRows {
    const [first, ...others] = this.#bits
    if (first !== undefined && this.#isOneBitset) return { bits: first, shift: from }
    const window = this.#own
    if (from === this.#from) return { bits: window, shift: 0 }
    this.#from = from
    if (first === undefined) window.fill(0, 0, words)
    else for (let at = 0; at < words; at++) window[at] = first[from + at] as number
    for (const bits of others) {
      for (let at = 0; at < words; at++) window[at] = (window[at] as number) | (bits[from + at] as number)
    }
    for (const list of this.#lists) list.setRange(from * 32, (from + words) * 32, window)
    return { bits: window, shift: 0 }
  }
}

function isAny({ bits, shift }: WindowRows, words: number): boolean {
  for (let at = shift; at < shift + words; at++) if (bits[at] !== 0) return true
  return false
}
