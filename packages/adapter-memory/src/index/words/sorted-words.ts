import type { Integers, Units } from '../columns/shared-column.ts'
import type { EditDistance } from './edit-distance.ts'

/** A range of adjacent words. The start is inclusive, the end exclusive. */
export type WordRange = readonly [from: number, to: number]

/** Distinct words, sorted by UTF-16 units, so that words with the same start are adjacent. */
export class SortedWords {
  readonly #starts: Integers
  readonly #units: Units
  readonly all: WordRange

  /**
   * @param starts - The start of each word in `units`, then the end.
   * @param all - The range of words in this order.
   */
  constructor(starts: Integers, units: Units, all: WordRange) {
    this.#starts = starts
    this.#units = units
    this.all = all
  }

  length(at: number): number {
    return (this.#starts[at + 1] as number) - (this.#starts[at] as number)
  }

  text(at: number): string {
    let text = ''
    for (let unit = this.#starts[at] as number; unit < (this.#starts[at + 1] as number); unit++) {
      text += String.fromCharCode(this.#units[unit] as number)
    }
    return text
  }

  isWithin(distance: EditDistance, typos: number, at: number): boolean {
    return distance.isWithin(typos, this.#units, this.#starts[at] as number, this.#starts[at + 1] as number)
  }

  /** Returns whether a word ends with the `units` from `from` on. */
  endsWith(at: number, units: Uint16Array, from: number): boolean {
    const shift = (this.#starts[at + 1] as number) - units.length
    if (shift + from < (this.#starts[at] as number)) return false
    for (let unit = units.length - 1; unit >= from; unit--) {
      if (this.#units[shift + unit] !== units[unit]) return false
    }
    return true
  }

  /**
   * Returns the words of a range whose next units are `units[unitsFrom]` to `units[unitsTo - 1]`.
   *
   * @param stretch - Words that start with the same `depth` units.
   */
  continuing([from, to]: WordRange, depth: number, units: Uint16Array, unitsFrom: number, unitsTo: number): WordRange {
    if (unitsFrom === unitsTo) return [from, to]
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, depth, units, unitsFrom, unitsTo) < 0) low = middle + 1
      else high = middle
    }
    if (low === to || this.#compare(low, depth, units, unitsFrom, unitsTo) !== 0) return [low, low]
    return [low, this.#firstNotContinuing(low, to, depth, units, unitsFrom, unitsTo)]
  }

  /**
   * Returns the next unit of the first word of a range, and the end of the words with the same next unit. The unit is
   * undefined if the word ends there.
   *
   * @param stretch - A range of at least one word. All its words start with the same `depth` units.
   */
  firstBranch([from, to]: WordRange, depth: number): { readonly unit: number | undefined; readonly to: number } {
    if (this.length(from) === depth) return { unit: undefined, to: from + 1 }
    const unit = this.#units[(this.#starts[from] as number) + depth] as number
    NEXT[0] = unit
    return { unit, to: this.#firstNotContinuing(from, to, depth, NEXT, 0, 1) }
  }

  /**
   * Returns the first word after `from` that does not continue with the units. The word at `from` continues with the
   * units, and all such words come first.
   */
  #firstNotContinuing(
    from: number,
    to: number,
    depth: number,
    units: Uint16Array,
    unitsFrom: number,
    unitsTo: number,
  ): number {
    let low = from + 1
    let stride = 1
    while (low + stride < to && this.#compare(low + stride, depth, units, unitsFrom, unitsTo) <= 0) {
      low += stride
      stride *= 2
    }
    let high = Math.min(low + stride, to)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, depth, units, unitsFrom, unitsTo) <= 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Returns 0 if the word continues with the units after its first `depth` units. */
  #compare(at: number, depth: number, units: Uint16Array, unitsFrom: number, unitsTo: number): number {
    const start = (this.#starts[at] as number) + depth
    const length = (this.#starts[at + 1] as number) - start
    const sought = unitsTo - unitsFrom
    const shared = Math.min(length, sought)
    for (let unit = 0; unit < shared; unit++) {
      const difference = (this.#units[start + unit] as number) - (units[unitsFrom + unit] as number)
      if (difference !== 0) return difference
    }
    return length >= sought ? 0 : -1
  }
}

const NEXT = new Uint16Array(1)
