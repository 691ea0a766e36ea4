import type { Integers, Units } from '../columns/shared-column.ts'
import type { WordDistance } from './word-distance.ts'

/** Words that stand together: from the first up to, but without, the second. */
export type Stretch = readonly [from: number, to: number]

/** Words in the order of their UTF-16 units, each once: those that begin alike stand together. */
export class SortedWords {
  readonly #starts: Integers
  readonly #units: Units
  /** All of them. */
  readonly all: Stretch

  /**
   * @param starts - By word, and one more, where it begins in `units`.
   * @param all - Those in this order.
   */
  constructor(starts: Integers, units: Units, all: Stretch) {
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

  isWithin(distance: WordDistance, typos: number, at: number): boolean {
    return distance.isWithin(typos, this.#units, this.#starts[at] as number, this.#starts[at + 1] as number)
  }

  /** Whether a word ends with what stands in `units` from `from` on. */
  endsWith(at: number, units: Uint16Array, from: number): boolean {
    const shift = (this.#starts[at + 1] as number) - units.length
    if (shift + from < (this.#starts[at] as number)) return false
    for (let unit = units.length - 1; unit >= from; unit--) {
      if (this.#units[shift + unit] !== units[unit]) return false
    }
    return true
  }

  /**
   * Those of a stretch that go on with `units`, from one unit up to, but without, another.
   *
   * @param stretch - Words that begin with the same `depth` units.
   */
  goingOn([from, to]: Stretch, depth: number, units: Uint16Array, unitsFrom: number, unitsTo: number): Stretch {
    if (unitsFrom === unitsTo) return [from, to]
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(middle, depth, units, unitsFrom, unitsTo) < 0) low = middle + 1
      else high = middle
    }
    if (low === to || this.#compare(low, depth, units, unitsFrom, unitsTo) !== 0) return [low, low]
    return [low, this.#firstBeyond(low, to, depth, units, unitsFrom, unitsTo)]
  }

  /**
   * Those of a stretch that have the same unit next as its first word, and what that unit is; undefined when the word ends
   * before.
   *
   * @param stretch - Words that begin with the same `depth` units, of which there is one at least.
   */
  firstBranch([from, to]: Stretch, depth: number): { readonly unit: number | undefined; readonly to: number } {
    if (this.length(from) === depth) return { unit: undefined, to: from + 1 }
    const unit = this.#units[(this.#starts[from] as number) + depth] as number
    NEXT[0] = unit
    return { unit, to: this.#firstBeyond(from, to, depth, NEXT, 0, 1) }
  }

  /** The first word after `from`, which goes on with the units, that does not; those that do come first. */
  #firstBeyond(
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

  /** 0 when the word goes on with the units after `depth` others. */
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
