import type { RowBits } from '../bits/row-bits.ts'
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

interface Merge<Part> {
  /** Whether there were few enough segments for whoever writes when it was begun. */
  readonly isAtRest: boolean
  readonly parts: readonly Part[]
}

/** One that is done here, piece by piece. */
interface MergeHere<Part, Columns> extends Merge<Part> {
  readonly work: Generator<void, Merged<Columns>>
}

/** Where other merges are done. */
export interface Elsewhere<Part, Columns> {
  /** @returns Undefined for one that is better done here. */
  merge(parts: readonly Part[]): Promise<Merged<Columns>> | undefined
  /** Told when one has come back or was lost, unless all was merged here meanwhile. */
  readonly onOver: () => void
}

/** Segments of an index, kept few by merges: small ones rest after every piece of work, large ones are done elsewhere. */
export class SegmentSet<Columns, Part extends Segment<Part, Columns>> {
  readonly #open: (columns: Columns, dead?: RowBits) => Part
  readonly #mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>
  readonly #elsewhere: Elsewhere<Part, Columns> | undefined
  #parts: readonly Part[] = []
  #here: MergeHere<Part, Columns> | undefined
  readonly #away = new Set<Merge<Part>>()
  #mergesAtRest = 0

  /** @param elsewhere - Without it all merges are done here. */
  constructor(
    open: (columns: Columns, dead?: RowBits) => Part,
    mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>,
    elsewhere?: Elsewhere<Part, Columns>,
  ) {
    this.#open = open
    this.#mergeOf = mergeOf
    this.#elsewhere = elsewhere
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
    return (nextMerge(sizesOf(this.#free()))?.length ?? 0) >= CROWD
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
   * Begins a merge where there are too many segments, or does one piece of the one that was begun here.
   *
   * @returns Whether there is more to do here.
   */
  tend(): boolean {
    // What was begun at rest can wait for the next, unless it is in the way.
    if (this.#here?.isAtRest === false) return this.#goOn()
    const free = this.#free()
    const chosen = nextMerge(sizesOf(free))
    if (chosen === undefined) return false
    if (this.#here === undefined) this.#begin(chosenOf(free, chosen), false)
    // Beside one that is away there may be others.
    return this.#here === undefined || this.#goOn()
  }

  /**
   * Does one piece of the merge that was begun at rest.
   *
   * @param choose - Which to begin when none is; none unless given.
   * @returns Whether there is more to do here.
   */
  rest(choose?: ChooseMerge): boolean {
    // That of somebody who writes is carried on by others.
    if (this.#here?.isAtRest === false) return false
    if (this.#here === undefined && this.#away.size === 0) {
      const chosen = choose?.(sizesOf(this.#parts))
      if (chosen !== undefined) this.#begin(chosenOf(this.#parts, chosen), true)
    }
    return this.#goOn()
  }

  /** Makes one segment of all, at once. */
  mergeAll(): void {
    allAtOnce(this.mergingAll())
  }

  /** As {@link mergeAll}, resting after every small piece of work. Nothing else may be done with the segments meanwhile. */
  *mergingAll(always = false): Generator<void, void> {
    this.#here = undefined
    this.#away.clear()
    const parts = this.#parts
    const isOne = parts.length === 1 && parts[0]?.live === parts[0]?.length
    if (parts.length > 0 && (always || !isOne)) this.#replace(parts, yield* this.#mergeOf(parts))
  }

  /** Those that are not merged elsewhere. */
  #free(): readonly Part[] {
    if (this.#away.size === 0) return this.#parts
    const away = new Set([...this.#away].flatMap(({ parts }) => parts))
    return this.#parts.filter((part) => !away.has(part))
  }

  #begin(parts: readonly Part[], isAtRest: boolean): void {
    for (const part of parts) part.watch()
    const made = this.#elsewhere?.merge(parts)
    if (made === undefined) this.#here = { isAtRest, parts, work: this.#mergeOf(parts) }
    else void this.#await({ isAtRest, parts }, made)
  }

  async #await(merge: Merge<Part>, made: Promise<Merged<Columns>>): Promise<void> {
    this.#away.add(merge)
    // When it is lost, its segments are as they were, and are chosen again.
    const merged = await made.catch(() => undefined)
    // All may have been merged meanwhile.
    if (!this.#away.delete(merge)) return
    if (merged !== undefined) this.#end(merge, merged)
    this.#elsewhere?.onOver()
  }

  #goOn(): boolean {
    if (this.#here === undefined) return false
    const { done, value } = this.#here.work.next()
    if (done === true) {
      this.#end(this.#here, value)
      this.#here = undefined
    }
    return true
  }

  #end({ isAtRest, parts }: Merge<Part>, merged: Merged<Columns>): void {
    this.#replace(parts, merged)
    if (isAtRest) this.#mergesAtRest++
  }

  #replace(parts: readonly Part[], { columns, rowsOf }: Merged<Columns>): void {
    const merged = this.#open(columns)
    for (const [at, part] of parts.entries()) part.catchUp(merged, rowsOf[at] as Uint32Array)
    const others = this.#parts.filter((segment) => !parts.includes(segment))
    this.#parts = merged.live === 0 ? others : [...others, merged]
  }
}

function sizesOf(parts: readonly { readonly live: number }[]): number[] {
  return parts.map(({ live }) => live)
}

function chosenOf<Part>(parts: readonly Part[], chosen: readonly number[]): Part[] {
  return chosen.map((at) => parts[at] as Part)
}
