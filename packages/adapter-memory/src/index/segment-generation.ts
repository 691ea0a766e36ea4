import type { IndexProduct, IndexRecord } from '@utpid/core/storage'
import { type LoopUse, loopUse, now, runLater } from '../runtime/environment.ts'
import { KeySegmentBuilder } from './candidates/key-segment-builder.ts'
import type { IndexGeneration, PresentRows } from './index-generation.ts'
import type { IndexParts } from './index-parts.ts'
import { KeyEngine } from './key-engine.ts'
import type { Merger } from './merger.ts'
import { allAtOnce } from './segments/in-slices.ts'
import { TermEngine } from './term-engine.ts'
import { TermSegmentBuilder } from './terms/term-segment-builder.ts'

/** Maximum rows of the write buffer. Turning it into a segment blocks for some 10 ms. */
const DELTA_MOST = 512
/** Maximum rows of a segment built from a scan. It bounds the extra memory of building. */
const LOADED_MOST = 500_000
const ROWS_PER_REST = 256
/** Length of a slice of background work, in milliseconds. */
const SLICE_MS = 4
/** The index is idle after so many milliseconds without a write. */
const QUIET_MS = 1_000
/** Pause between slices of idle merges, in milliseconds; the longer one while the thread is busy. */
const PAUSE_MS = 4
const BUSY_PAUSE_MS = 28
/** The thread counts as busy above this share of a pause. Waking up takes a share as well. */
const BUSY_FROM = 0.5

/** Runs a function later, without keeping the process alive. */
type Later = (milliseconds: number, run: () => void) => void

export interface SegmentSettings {
  /** Maximum rows of the write buffer. Default: 512. */
  readonly deltaMost?: number
  /** Merges segments in another thread. Default: all merges run in this thread. */
  readonly merger?: Merger | undefined
  /** For tests that do not wait. */
  readonly later?: Later
  /** For tests that inspect the state between two pieces of work. */
  readonly sliceMs?: number
  /** For tests that simulate a busy thread. */
  readonly isBusy?: () => boolean
}

/** An index in segments of columns: small, and fast for millions of rows. */
export class SegmentGeneration implements IndexGeneration {
  readonly keys: KeyEngine
  readonly terms: TermEngine
  readonly #deltaMost: number
  readonly #later: Later
  readonly #sliceMs: number
  readonly #isBusy: () => boolean
  #isTending = false
  #isMergingAll = false
  #isResting = false
  #isStopped = false
  /** Number of writes. */
  #writes = 0
  /** Number of idle merges reported to `#onMerged`. */
  #toldOf = 0
  /** Called after idle merges. There are none without it. */
  #onMerged: (() => void) | undefined
  /** Loop use at the end of the last slice. */
  #before: LoopUse | undefined

  constructor({ deltaMost = DELTA_MOST, merger, later = runLater, sliceMs = SLICE_MS, isBusy }: SegmentSettings = {}) {
    this.#deltaMost = deltaMost
    this.#later = later
    this.#sliceMs = sliceMs
    this.#isBusy = isBusy ?? ((): boolean => this.#areOthersBusy())
    const onOver = (): void => this.#mergedElsewhere()
    this.keys = new KeyEngine(deltaMost, merger && { merge: (parts) => merger.keys(parts), onOver })
    this.terms = new TermEngine(deltaMost, merger && { merge: (parts) => merger.terms(parts), onOver })
  }

  load(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): void {
    allAtOnce(this.loading(records, products))
  }

  *loading(records: Iterable<IndexRecord>, products: Iterable<IndexProduct>): Generator<void, void> {
    if (!this.keys.isEmpty || !this.terms.isEmpty) {
      for (const record of records) this.keys.put(record)
      for (const product of products) this.terms.put(product)
      while (this.#tendOnce()) yield
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

  capture(): IndexParts {
    this.keys.flush()
    this.terms.flush()
    return { keys: [...this.keys.parts], terms: [...this.terms.parts] }
  }

  restore({ keys, terms }: IndexParts): void {
    for (const { columns, dead } of keys) this.keys.load(columns, dead)
    for (const { columns, dead } of terms) this.terms.load(columns, dead)
  }

  replay({ records, removedRecords, products, removedProducts }: PresentRows): void {
    for (const id of removedRecords) this.keys.remove(id)
    for (const id of removedProducts) this.terms.remove(id)
    // The index may have a later revision of a row that was removed and came back.
    for (const record of records) {
      this.keys.remove(record.id)
      this.keys.put(record)
    }
    for (const product of products) {
      this.terms.remove(product.id)
      this.terms.put(product)
    }
    // Merges can wait until after the first answer.
    this.keys.flush(this.#deltaMost)
    this.terms.flush(this.#deltaMost)
  }

  *mergingAll(always = false): Generator<void, void> {
    // Nothing else may touch the segments meanwhile.
    this.#isMergingAll = true
    try {
      yield* this.keys.mergingAll(always)
      yield* this.terms.mergingAll(always)
    } finally {
      this.#isMergingAll = false
    }
  }

  tend(): void {
    this.#writes++
    this.#tendSoon()
    this.#restLater()
  }

  get mergesAtRest(): number {
    return this.keys.mergesAtRest + this.terms.mergesAtRest
  }

  mergeAtRest(told: () => void): void {
    this.#onMerged = told
    this.#restLater()
  }

  stop(): void {
    this.#isStopped = true
  }

  #mergedElsewhere(): void {
    if (this.#isStopped) return
    this.#tellOfMerges()
    this.#tendSoon()
    this.#restLater()
  }

  #tendSoon(pause = 0): void {
    if (this.#isTending || this.#isMergingAll || this.#isStopped) return
    this.#isTending = true
    // Nothing waits for it, so a process may exit in the middle.
    this.#later(pause, () => this.#tendSlice())
  }

  #tendSlice(): void {
    // The thread may be busy with writes alone. Merges would then fall behind, so do not pause.
    const isCrowded = this.keys.isCrowded || this.terms.isCrowded
    const pause = this.#isBusy() && !isCrowded ? BUSY_PAUSE_MS : 0
    const isMore = this.#slice(() => this.#tendOnce())
    this.#isTending = false
    if (isMore) this.#tendSoon(pause)
  }

  #tendOnce(): boolean {
    // Flush products also during a merge of records, which may take long. A later flush would block longer.
    this.terms.flush(this.#deltaMost)
    return this.keys.tend() || this.terms.tend()
  }

  /** Waits until there was no write for {@link QUIET_MS}, then starts idle merges. */
  #restLater(): void {
    if (this.#isResting || this.#isStopped || this.#onMerged === undefined) return
    this.#isResting = true
    const before = this.#writes
    this.#later(QUIET_MS, () => {
      if (this.#writes === before && !this.#isTending && !this.#isMergingAll) return this.#restSlice(before)
      this.#isResting = false
      this.#restLater()
    })
  }

  /** @param writes - Writes at the start. After another write, a running merge is completed and no other is started. */
  #restSlice(writes: number): void {
    const pause = this.#isBusy() ? BUSY_PAUSE_MS : PAUSE_MS
    const isMore = this.#slice(() => this.#restOnce(writes === this.#writes))
    if (isMore) {
      this.#later(pause, () => this.#restSlice(writes))
      return
    }
    this.#isResting = false
    if (writes !== this.#writes) this.#restLater()
  }

  #restOnce(mayBegin: boolean): boolean {
    return this.keys.rest(mayBegin) || this.terms.rest(mayBegin)
  }

  /** Whether this thread was busy for most of the time since the last slice. */
  #areOthersBusy(): boolean {
    const since = this.#before && loopUse(this.#before)
    return since !== undefined && since.utilization > BUSY_FROM
  }

  /** @returns Whether more work remains. */
  #slice(once: () => boolean): boolean {
    if (this.#isMergingAll || this.#isStopped) return !this.#isStopped
    const end = now() + this.#sliceMs
    let isMore = once()
    while (isMore && now() < end) isMore = once()
    this.#before = loopUse()
    this.#tellOfMerges()
    return isMore
  }

  #tellOfMerges(): void {
    if (this.mergesAtRest === this.#toldOf) return
    this.#toldOf = this.mergesAtRest
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
    if (builder.length % ROWS_PER_REST === 0) yield undefined
    if (builder.length < LOADED_MOST) continue
    yield builder
    builder = make()
  }
  if (builder.length > 0) yield builder
}
