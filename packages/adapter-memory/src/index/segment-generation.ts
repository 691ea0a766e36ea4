import type { IndexProduct, IndexRecord } from '@utpid/core'
import { type LoopUse, loopUse, now, runLater } from '../runtime/environment.ts'
import { KeySegmentBuilder } from './candidates/key-segment-builder.ts'
import type { IndexGeneration, PresentRows } from './index-generation.ts'
import type { IndexParts } from './index-parts.ts'
import { KeyEngine } from './key-engine.ts'
import type { Merger } from './merger.ts'
import { allAtOnce } from './segments/in-slices.ts'
import { TermEngine } from './term-engine.ts'
import { TermSegmentBuilder } from './terms/term-segment-builder.ts'

/** So many are written before they become a segment: making one is done in one piece, of some 10 ms. */
const DELTA_MOST = 512
/** Rows of a scan become segments of so many, so that making them takes little memory beside them. */
const LOADED_MOST = 500_000
const ROWS_PER_REST = 256
/** Work beside the calls goes on for so long at a time, in milliseconds. */
const SLICE_MS = 4
/** When so many milliseconds nothing was written, the index is at rest. */
const QUIET_MS = 1_000
/** At rest it pauses so many milliseconds between slices, and always longer while others are busy. */
const PAUSE_MS = 4
const BUSY_PAUSE_MS = 28
/** Whoever was busy for more than this part of a pause is not to be held up; it takes a part to wake up from one. */
const BUSY_FROM = 0.5

/** Runs something later, without keeping the process. */
type Later = (milliseconds: number, run: () => void) => void

export interface SegmentSettings {
  /** So many are written before they become a segment, 512 unless given. */
  readonly deltaMost?: number
  /** Merges elsewhere what it takes; all is merged here unless given. */
  readonly merger?: Merger | undefined
  /** For tests, which do not wait. */
  readonly later?: Later
  /** For tests, which look at what is between two pieces of work. */
  readonly sliceMs?: number
  /** For tests, which say whether others are busy. */
  readonly isBusy?: () => boolean
}

/** In segments of columns: small, and quick at millions. */
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
  /** Counts what is to be tended. */
  #writes = 0
  /** Of how many merges at rest somebody was told. */
  #toldOf = 0
  /** Who is told of a merge at rest; without one there are none. */
  #onMerged: (() => void) | undefined
  /** At the end of the last slice. */
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
    // What is here may be of a later revision than a row that ended and came back.
    for (const record of records) {
      this.keys.remove(record.id)
      this.keys.put(record)
    }
    for (const product of products) {
      this.terms.remove(product.id)
      this.terms.put(product)
    }
    // Merges can wait until somebody was answered.
    this.keys.flush(this.#deltaMost)
    this.terms.flush(this.#deltaMost)
  }

  *mergingAll(always = false): Generator<void, void> {
    // Nothing else may be done with the segments meanwhile.
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
    // Nobody waits for it: a process may end in the middle.
    this.#later(pause, () => this.#tendSlice())
  }

  #tendSlice(): void {
    // Whoever is busy may be so with writing alone, and is then ahead of it before long.
    const isCrowded = this.keys.isCrowded || this.terms.isCrowded
    const pause = this.#isBusy() && !isCrowded ? BUSY_PAUSE_MS : 0
    const isMore = this.#slice(() => this.#tendOnce())
    this.#isTending = false
    if (isMore) this.#tendSoon(pause)
  }

  #tendOnce(): boolean {
    // Also while records are merged, which may take long: in one piece that is held up.
    this.terms.flush(this.#deltaMost)
    return this.keys.tend() || this.terms.tend()
  }

  /** Whoever has written may go on: it is waited until nobody does. */
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

  /** @param writes - When there were more since, what was begun is ended, and nothing else begun. */
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

  /** Whether this thread had something else to do for most of the time since the last slice. */
  #areOthersBusy(): boolean {
    const since = this.#before && loopUse(this.#before)
    return since !== undefined && since.utilization > BUSY_FROM
  }

  /** @returns Whether there is more to do. */
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

/** Undefined between some rows and the next, so that others may run. */
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
