import type { RowBits } from '../row-bits.ts'
import { allAtOnce } from './in-slices.ts'
import { type ChooseMerge, CROWD, nextMerge } from './merge-choice.ts'

/** Stands for the row of something that was dead when a merge came to it. */
export const GONE = 0xffff_ffff

/** What a merge made. */
export interface Merged<Columns> {
  readonly columns: Columns
  /** By part and row of it, its row now; {@link GONE} for one that was dead. */
  readonly rowsOf: readonly Uint32Array[]
}

/** Rows that do not change, but may die. */
export interface Segment<Self, Columns> {
  readonly columns: Columns
  readonly length: number
  readonly dead: RowBits
  /** How many rows are not dead. */
  readonly live: number
  /** A merge of it begins. */
  watch(): void
  /**
   * Tells the segment that was merged of this one what happened here since {@link Segment.watch}.
   *
   * @param rows - By row of this one, its row there, or {@link GONE}.
   */
  catchUp(merged: Self, rows: Uint32Array): void
}

interface Merge<Part, Columns> {
  /** Whether there were few enough segments for whoever writes when it was begun. */
  readonly isAtRest: boolean
  readonly parts: readonly Part[]
  readonly work: Generator<void, Merged<Columns>>
}

/** Segments of an index, kept few by merges that rest after every small piece of work. */
export class SegmentSet<Columns, Part extends Segment<Part, Columns>> {
  readonly #open: (columns: Columns, dead?: RowBits) => Part
  readonly #mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>
  #parts: readonly Part[] = []
  #merge: Merge<Part, Columns> | undefined
  #mergesAtRest = 0

  constructor(
    open: (columns: Columns, dead?: RowBits) => Part,
    mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>,
  ) {
    this.#open = open
    this.#mergeOf = mergeOf
  }

  get parts(): readonly Part[] {
    return this.#parts
  }

  /** How many merges that were begun at rest are ended. */
  get mergesAtRest(): number {
    return this.#mergesAtRest
  }

  /** Whether more is written than is merged. */
  get isCrowded(): boolean {
    return (nextMerge(this.#sizes())?.length ?? 0) >= CROWD
  }

  /**
   * Its rows must not be in another one.
   *
   * @param dead - Its dead rows; none unless given.
   */
  add(columns: Columns, dead?: RowBits): void {
    const segment = this.#open(columns, dead)
    if (segment.live > 0) this.#parts = [...this.#parts, segment]
  }

  /**
   * Begins a merge where there are too many segments, or does one piece of the one that was begun.
   *
   * @returns Whether there is more to do.
   */
  tend(): boolean {
    // What was begun at rest can wait for the next, unless it is in the way.
    if (this.#merge?.isAtRest === false) return this.#goOn()
    const chosen = nextMerge(this.#sizes())
    if (chosen === undefined) return false
    this.#merge ??= this.#begin(chosen, false)
    return this.#goOn()
  }

  /**
   * Does one piece of the merge that was begun at rest.
   *
   * @param choose - Which to begin when none is; none unless given.
   * @returns Whether there is more to do.
   */
  rest(choose?: ChooseMerge): boolean {
    // That of somebody who writes is carried on by others.
    if (this.#merge?.isAtRest === false) return false
    const chosen = this.#merge === undefined ? choose?.(this.#sizes()) : undefined
    if (chosen !== undefined) this.#merge = this.#begin(chosen, true)
    return this.#goOn()
  }

  /** Makes one segment of all, at once. */
  mergeAll(): void {
    allAtOnce(this.mergingAll())
  }

  /** As {@link mergeAll}, resting after every small piece of work. Nothing else may be done with the segments meanwhile. */
  *mergingAll(always = false): Generator<void, void> {
    this.#merge = undefined
    const parts = this.#parts
    const isOne = parts.length === 1 && parts[0]?.live === parts[0]?.length
    if (parts.length > 0 && (always || !isOne)) this.#replace(parts, yield* this.#mergeOf(parts))
  }

  #sizes(): number[] {
    return this.#parts.map(({ live }) => live)
  }

  #begin(chosen: readonly number[], isAtRest: boolean): Merge<Part, Columns> {
    const parts = chosen.map((at) => this.#parts[at] as Part)
    for (const part of parts) part.watch()
    return { isAtRest, parts, work: this.#mergeOf(parts) }
  }

  #goOn(): boolean {
    if (this.#merge === undefined) return false
    const { isAtRest, parts, work } = this.#merge
    const { done, value } = work.next()
    if (done === true) {
      this.#replace(parts, value)
      this.#merge = undefined
      if (isAtRest) this.#mergesAtRest++
    }
    return true
  }

  #replace(parts: readonly Part[], { columns, rowsOf }: Merged<Columns>): void {
    const merged = this.#open(columns)
    for (const [at, part] of parts.entries()) part.catchUp(merged, rowsOf[at] as Uint32Array)
    const others = this.#parts.filter((segment) => !parts.includes(segment))
    this.#parts = merged.live === 0 ? others : [...others, merged]
  }
}
