import type { Bitset } from '../bits/bitset.ts'
import { runToEnd } from './cooperative.ts'
import { type MergePolicy, MIN_CROWD, writingPolicy } from './merge-policy.ts'

/** Marks a row that was deleted before the merge reached it. */
export const DELETED = 0xffff_ffff

export interface Merged<Columns> {
  readonly columns: Columns
  /** For each part and each of its rows: the new row; {@link DELETED} for a deleted row. */
  readonly rowsOf: readonly Uint32Array[]
}

/** Immutable rows, which can be marked as deleted. */
export interface Segment<Self, Columns> {
  readonly columns: Columns
  readonly length: number
  readonly deleted: Bitset
  readonly live: number
  /** Starts to track changes, at the start of a merge. */
  trackChanges(): void
  /**
   * Applies the changes after {@link Segment.trackChanges} to the merged segment.
   *
   * @param rows - For each row of this segment: its row in `merged`, or {@link DELETED}.
   */
  applyChanges(merged: Self, rows: Uint32Array): void
}

interface Merge<Part> {
  /** Whether this is an idle merge, which the policy during writes did not require. */
  readonly isIdle: boolean
  readonly parts: readonly Part[]
}

/** A merge that runs in this thread, step by step. */
interface MergeHere<Part, Columns> extends Merge<Part> {
  readonly work: Generator<void, Merged<Columns>>
}

/** Merges in another thread. */
export interface OtherThread<Part, Columns> {
  /** @returns undefined if this thread should merge the parts. */
  merge(parts: readonly Part[]): Promise<Merged<Columns>> | undefined
  /** Called after a merge ended or failed, unless this thread has merged all segments meanwhile. */
  readonly onEnd: () => void
}

/**
 * The segments of an index. Merges limit their number: small merges yield after every step, large merges run in another
 * thread.
 */
export class SegmentSet<Columns, Part extends Segment<Part, Columns>> {
  readonly #open: (columns: Columns, dead?: Bitset) => Part
  readonly #mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>
  readonly #otherThread: OtherThread<Part, Columns> | undefined
  #parts: readonly Part[] = []
  #here: MergeHere<Part, Columns> | undefined
  readonly #running = new Set<Merge<Part>>()
  #idleMerges = 0

  /** @param elsewhere - The other thread. Default: all merges run in this thread. */
  constructor(
    open: (columns: Columns, dead?: Bitset) => Part,
    mergeOf: (parts: readonly Part[]) => Generator<void, Merged<Columns>>,
    elsewhere?: OtherThread<Part, Columns>,
  ) {
    this.#open = open
    this.#mergeOf = mergeOf
    this.#otherThread = elsewhere
  }

  get parts(): readonly Part[] {
    return this.#parts
  }

  get idleMerges(): number {
    return this.#idleMerges
  }

  get isFallingBehind(): boolean {
    return (writingPolicy(sizesOf(this.#free()))?.length ?? 0) >= MIN_CROWD
  }

  /**
   * Adds a segment. Its rows must not be live in another segment.
   *
   * @param dead - The deleted rows of the segment. Default: none.
   */
  add(columns: Columns, dead?: Bitset): void {
    const segment = this.#open(columns, dead)
    if (segment.live > 0) this.#parts = [...this.#parts, segment]
  }

  /**
   * Starts a merge if there are too many segments, or runs one step of the merge in this thread.
   *
   * @returns whether more steps remain in this thread.
   */
  maintain(): boolean {
    // Delays an idle merge only if another merge is necessary.
    if (this.#here?.isIdle === false) return this.#continue()
    const free = this.#free()
    const chosen = writingPolicy(sizesOf(free))
    if (chosen === undefined) return false
    if (this.#here === undefined) this.#start(chosenOf(free, chosen), false)
    // Merges other segments in this thread while a merge runs in another thread.
    return this.#here === undefined || this.#continue()
  }

  /**
   * Runs one step of the idle merge.
   *
   * @param policy - The policy for a new merge if no merge is running. Default: no new merge.
   * @returns whether more steps remain in this thread.
   */
  mergeIdle(policy?: MergePolicy): boolean {
    // Leaves a merge that was started during writes to `maintain`.
    if (this.#here?.isIdle === false) return false
    if (this.#here === undefined && this.#running.size === 0) {
      const chosen = policy?.(sizesOf(this.#parts))
      if (chosen !== undefined) this.#start(chosenOf(this.#parts, chosen), true)
    }
    return this.#continue()
  }

  /** Merges all segments into one segment, without yielding. */
  mergeAll(): void {
    runToEnd(this.mergingAll())
  }

  /**
   * Merges segments like {@link mergeAll}, but yields after every small step. No other task may change the segments
   * until the end.
   */
  *mergingAll(always = false): Generator<void, void> {
    this.#here = undefined
    this.#running.clear()
    const parts = this.#parts
    const isOne = parts.length === 1 && parts[0]?.live === parts[0]?.length
    if (parts.length > 0 && (always || !isOne)) this.#replace(parts, yield* this.#mergeOf(parts))
  }

  /** Returns the segments that are not in a merge of another thread. */
  #free(): readonly Part[] {
    if (this.#running.size === 0) return this.#parts
    const away = new Set([...this.#running].flatMap(({ parts }) => parts))
    return this.#parts.filter((part) => !away.has(part))
  }

  #start(parts: readonly Part[], isAtRest: boolean): void {
    for (const part of parts) part.trackChanges()
    const made = this.#otherThread?.merge(parts)
    if (made === undefined) this.#here = { isIdle: isAtRest, parts, work: this.#mergeOf(parts) }
    else void this.#await({ isIdle: isAtRest, parts }, made)
  }

  async #await(merge: Merge<Part>, made: Promise<Merged<Columns>>): Promise<void> {
    this.#running.add(merge)
    // Ignores a failure: the segments are then unchanged and will be chosen again.
    const merged = await made.catch(() => undefined)
    // Ignores the result if this thread has merged all segments meanwhile.
    if (!this.#running.delete(merge)) return
    if (merged !== undefined) this.#end(merge, merged)
    this.#otherThread?.onEnd()
  }

  #continue(): boolean {
    if (this.#here === undefined) return false
    const { done, value } = this.#here.work.next()
    if (done === true) {
      this.#end(this.#here, value)
      this.#here = undefined
    }
    return true
  }

  #end({ isIdle, parts }: Merge<Part>, merged: Merged<Columns>): void {
    this.#replace(parts, merged)
    if (isIdle) this.#idleMerges++
  }

  #replace(parts: readonly Part[], { columns, rowsOf }: Merged<Columns>): void {
    const merged = this.#open(columns)
    for (const [at, part] of parts.entries()) part.applyChanges(merged, rowsOf[at] as Uint32Array)
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
