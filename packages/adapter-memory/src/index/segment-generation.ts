import type { IndexProduct, IndexRecord } from '@utpid/core/storage'
import { type LoopUse, loopUse, now, runLater } from '../runtime/environment.ts'
import { KeySegmentBuilder } from './candidates/key-segment-builder.ts'
import type { FrozenIndex } from './frozen-index.ts'
import type { CurrentRows, IndexGeneration } from './index-generation.ts'
import { KeyEngine } from './key-engine.ts'
import type { Merger } from './merger.ts'
import { runToEnd } from './segments/cooperative.ts'
import { TermEngine } from './term-engine.ts'
import { TermSegmentBuilder } from './terms/term-segment-builder.ts'

/** The maximum number of rows in the write buffer. Converting the buffer into a segment blocks for about 10 ms. */
const MAX_BUFFER_ROWS = 512
/** The maximum number of rows of a segment built from a scan. It limits the extra memory while building. */
const MAX_LOADED_ROWS = 500_000
const ROWS_BETWEEN_YIELDS = 256
/** The length of a slice of background merging, in milliseconds. */
const SLICE_MS = 4
/** The time without a write after which the index is idle, in milliseconds. */
const QUIET_MS = 1_000
/** The pause between slices of idle merges, in milliseconds. The longer pause is for a busy thread. */
const PAUSE_MS = 4
const BUSY_PAUSE_MS = 28
/** The share of a pause above which the thread counts as busy. Waking up also takes a share. */
const BUSY_SHARE = 0.5

/** Runs a function later, without keeping the process alive. */
type Later = (milliseconds: number, run: () => void) => void

export interface SegmentSettings {
  /** The maximum number of rows in the write buffer. Default: 512. */
  readonly maxBufferRows?: number
  /** Merges segments in another thread. Default: all merges run in this thread. */
  readonly merger?: Merger | undefined
  /** A replacement of the timer, for tests that do not wait. */
  readonly later?: Later
  /** The length of a slice, for tests that inspect the state between two steps. */
  readonly sliceMs?: number
  /** A function for tests that simulate a busy thread. */
  readonly isBusy?: () => boolean
}

/** An index with segments of columns. It is small, and fast for millions of rows. */
export class SegmentGeneration implements IndexGeneration {
  readonly keys: KeyEngine
  readonly terms: TermEngine
  readonly #maxBufferRows: number
  readonly #later: Later
  readonly #sliceMs: number
  readonly #isBusy: () => boolean
  #isMaintaining = false
  #isMergingAll = false
  #isMergingIdle = false
  #isStopped = false
  #writes = 0
  /** The number of idle merges reported to `#onMerged`. */
  #reportedMerges = 0
  /** Called after idle merges. If undefined, there are no idle merges. */
  #onMerged: (() => void) | undefined
  /** The use of the event loop at the end of the last slice. */
  #before: LoopUse | undefined

  constructor({
    maxBufferRows = MAX_BUFFER_ROWS,
    merger,
    later = runLater,
    sliceMs = SLICE_MS,
    isBusy,
  }: SegmentSettings = {}) {
    this.#maxBufferRows = maxBufferRows
    this.#later = later
    this.#sliceMs = sliceMs
    this.#isBusy = isBusy ?? ((): boolean => this.#isThreadBusy())
    const onOver = (): void => this.#mergedElsewhere()
    this.keys = new KeyEngine(maxBufferRows, merger && { merge: (parts) => merger.keys(parts), onEnd: onOver })
    this.terms = new TermEngine(maxBufferRows, merger && { merge: (parts) => merger.terms(parts), onEnd: onOver })
  }

  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void {
    runToEnd(this.loading(records, products))
  }

  *loading(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): Generator<void, void> {
    if (!this.keys.isEmpty || !this.terms.isEmpty) {
      for (const record of records) this.keys.put(record)
      for (const product of products) this.terms.put(product)
      while (this.#maintainOnce()) yield
      return
    }
    for (const builder of chunks(records, () => new KeySegmentBuilder())) {
      if (builder !== undefined) this.keys.load(builder.finish())
      yield
    }
    for (const builder of chunks(products, () => new TermSegmentBuilder())) {
      if (builder !== undefined) this.terms.load(builder.finish())
      yield
    }
    yield* this.mergingAll()
  }

  freeze(): FrozenIndex {
    this.keys.flush()
    this.terms.flush()
    return { keys: [...this.keys.parts], terms: [...this.terms.parts] }
  }

  loadFrozen({ keys, terms }: FrozenIndex): void {
    for (const { columns, deleted: dead } of keys) this.keys.load(columns, dead)
    for (const { columns, deleted: dead } of terms) this.terms.load(columns, dead)
  }

  replay({ records, removedRecords, products, removedProducts }: CurrentRows): void {
    for (const id of removedRecords) this.keys.remove(id)
    for (const id of removedProducts) this.terms.remove(id)
    // Keeps the later revision: the index may have a row that was removed and added again.
    for (const record of records) {
      this.keys.remove(record.id)
      this.keys.put(record)
    }
    for (const product of products) {
      this.terms.remove(product.id)
      this.terms.put(product)
    }
    // Delays merges until after the first query.
    this.keys.flush(this.#maxBufferRows)
    this.terms.flush(this.#maxBufferRows)
  }

  *mergingAll(always = false): Generator<void, void> {
    // Excludes other tasks that change segments until the end.
    this.#isMergingAll = true
    try {
      yield* this.keys.mergingAll(always)
      yield* this.terms.mergingAll(always)
    } finally {
      this.#isMergingAll = false
    }
  }

  maintain(): void {
    this.#writes++
    this.#maintainSoon()
    this.#mergeWhenQuiet()
  }

  get idleMerges(): number {
    return this.keys.idleMerges + this.terms.idleMerges
  }

  mergeWhenIdle(onMerged: () => void): void {
    this.#onMerged = onMerged
    this.#mergeWhenQuiet()
  }

  stop(): void {
    this.#isStopped = true
  }

  #mergedElsewhere(): void {
    if (this.#isStopped) return
    this.#reportMerges()
    this.#maintainSoon()
    this.#mergeWhenQuiet()
  }

  #maintainSoon(pause = 0): void {
    if (this.#isMaintaining || this.#isMergingAll || this.#isStopped) return
    this.#isMaintaining = true
    // Runs without a caller, so a process may exit in the middle.
    this.#later(pause, () => this.#maintainSlice())
  }

  #maintainSlice(): void {
    // Does not pause if merges fall behind: writes alone may keep the thread busy.
    const hasSkippedKeys = this.keys.isFallingBehind || this.terms.isFallingBehind
    const pause = this.#isBusy() && !hasSkippedKeys ? BUSY_PAUSE_MS : 0
    const isMore = this.#slice(() => this.#maintainOnce())
    this.#isMaintaining = false
    if (isMore) this.#maintainSoon(pause)
  }

  #maintainOnce(): boolean {
    // Flushes products even during a merge of records, which may take long. A later flush would block longer.
    this.terms.flush(this.#maxBufferRows)
    return this.keys.maintain() || this.terms.maintain()
  }

  /** Waits until there was no write for {@link QUIET_MS}, then starts idle merges. */
  #mergeWhenQuiet(): void {
    if (this.#isMergingIdle || this.#isStopped || this.#onMerged === undefined) return
    this.#isMergingIdle = true
    const before = this.#writes
    this.#later(QUIET_MS, () => {
      if (this.#writes === before && !this.#isMaintaining && !this.#isMergingAll) return this.#mergeIdleSlice(before)
      this.#isMergingIdle = false
      this.#mergeWhenQuiet()
    })
  }

  /** @param writes - The number of writes at the start. After another write, only the running merge is completed. */
  #mergeIdleSlice(writes: number): void {
    const pause = this.#isBusy() ? BUSY_PAUSE_MS : PAUSE_MS
    const isMore = this.#slice(() => this.#mergeIdleOnce(writes === this.#writes))
    if (isMore) {
      this.#later(pause, () => this.#mergeIdleSlice(writes))
      return
    }
    this.#isMergingIdle = false
    if (writes !== this.#writes) this.#mergeWhenQuiet()
  }

  #mergeIdleOnce(mayStart: boolean): boolean {
    return this.keys.mergeIdle(mayStart) || this.terms.mergeIdle(mayStart)
  }

  /** Returns whether this thread was busy for most of the time after the last slice. */
  #isThreadBusy(): boolean {
    const since = this.#before && loopUse(this.#before)
    return since !== undefined && since.utilization > BUSY_SHARE
  }

  /** @returns whether more steps remain. */
  #slice(once: () => boolean): boolean {
    if (this.#isMergingAll || this.#isStopped) return !this.#isStopped
    const end = now() + this.#sliceMs
    let isMore = once()
    while (isMore && now() < end) isMore = once()
    this.#before = loopUse()
    this.#reportMerges()
    return isMore
  }

  #reportMerges(): void {
    if (this.idleMerges === this.#reportedMerges) return
    this.#reportedMerges = this.idleMerges
    this.#onMerged?.()
  }
}

/** Yields undefined between groups of rows, so that other tasks can run. */
function* chunks<Row, Builder extends { readonly length: number; add(row: Row): void }>(
  rows: Iterable<Row>,
  make: () => Builder,
): Generator<Builder | undefined> {
  let builder = make()
  for (const row of rows) {
    builder.add(row)
    if (builder.length % ROWS_BETWEEN_YIELDS === 0) yield undefined
    if (builder.length < MAX_LOADED_ROWS) continue
    yield builder
    builder = make()
  }
  if (builder.length > 0) yield builder
}
