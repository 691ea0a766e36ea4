import { describe, expect, test } from 'vitest'
import type { TermColumns } from '../../src/index/columns/term-columns.ts'
import { SegmentGeneration } from '../../src/index/segment-generation.ts'
import { mergeTermSegments } from '../../src/index/terms/merge-term-segments.ts'
import { TermSegment } from '../../src/index/terms/term-segment.ts'
import { AwayMerges } from '../support/away-merges.ts'

const QUIET_MS = 1_000
const BUSY_PAUSE_MS = 28
const CROWD = 8

/** A generation with a clock that the test advances. It runs one step at a time. */
class Timed {
  #waiting: { readonly milliseconds: number; readonly run: () => void }[] = []
  readonly index: SegmentGeneration
  areOthersBusy = false
  told = 0

  /** @param away - Merges term segments. Default: this thread merges them. */
  constructor(away?: AwayMerges<TermSegment, TermColumns>) {
    this.index = new SegmentGeneration({
      maxBufferRows: 10,
      merger: away && { keys: () => undefined, terms: (parts) => away.merge(parts) },
      sliceMs: 0,
      later: (milliseconds, run) => void this.#waiting.push({ milliseconds, run }),
      isBusy: () => this.areOthersBusy,
    })
  }

  put(from: number, count: number): void {
    for (let id = from; id < from + count; id++) {
      this.index.terms.put({ id, revision: 1, rank: id % 3, terms: [`name:w${id % 7}`, 'place:x'] })
    }
    this.index.maintain()
  }

  mergeAtRest(): void {
    this.index.mergeWhenIdle(() => this.told++)
  }

  /** Runs all functions that are due within this many milliseconds. Functions that they schedule are not run. */
  pass(milliseconds = Number.POSITIVE_INFINITY): number[] {
    const over = this.#waiting.filter((each) => each.milliseconds <= milliseconds)
    this.#waiting = this.#waiting.filter((each) => !over.includes(each))
    for (const { run } of over) run()
    return over.map((each) => each.milliseconds)
  }

  passAll(milliseconds?: number): void {
    for (let turn = 0; turn < 1_000; turn++) if (this.pass(milliseconds).length === 0) return
    throw new Error('The generation schedules functions without end.')
  }

  get segments(): number {
    return this.index.terms.parts.length
  }

  get found(): readonly number[] {
    const { terms } = this.index
    return terms.search({ tiers: [{ groups: [{ any: ['place:x'] }] }], filters: [], offset: 0, limit: 100 }).productIds
  }
}

/** Creates a generation with segments of ten rows. */
function filled(count = 3, away?: AwayMerges<TermSegment, TermColumns>): Timed {
  const made = new Timed(away)
  for (let at = 0; at < count; at++) {
    made.put(1 + at * 10, 10)
    made.passAll(QUIET_MS - 1)
  }
  return made
}

describe('an idle index', () => {
  test('merges into one segment, and reports that once', () => {
    const timed = filled()
    expect(timed.segments).toBe(3)
    const before = timed.found
    timed.mergeAtRest()
    timed.passAll()
    expect([timed.segments, timed.told, timed.index.idleMerges]).toEqual([1, 1, 1])
    expect(timed.found).toEqual(before)
  })

  test('merges in another thread, reports the end once, and repeats a failed merge', async () => {
    const away = new AwayMerges<TermSegment, TermColumns>(
      (columns, dead) => new TermSegment(columns, dead),
      mergeTermSegments,
    )
    const timed = filled(3, away)
    const before = timed.found
    timed.mergeAtRest()
    timed.passAll()
    expect([away.count, timed.segments, timed.told]).toEqual([1, 3, 0])
    await away.land(true)
    expect([away.count, timed.segments, timed.told]).toEqual([0, 3, 0])
    timed.passAll()
    expect([away.count, timed.segments, timed.told]).toEqual([1, 3, 0])
    // A row deleted during the merge stays deleted.
    timed.index.terms.remove(before[0] as number)
    await away.land()
    timed.passAll()
    expect([away.count, timed.segments, timed.told, timed.index.idleMerges]).toEqual([0, 1, 1, 1])
    expect(timed.found).toEqual(before.slice(1))
  })

  test('requests no further merge if it is stopped before a merge ends', async () => {
    const away = new AwayMerges<TermSegment, TermColumns>(
      (columns, dead) => new TermSegment(columns, dead),
      mergeTermSegments,
    )
    const timed = filled(3, away)
    timed.mergeAtRest()
    timed.passAll()
    timed.index.stop()
    await away.land(true)
    expect(timed.pass()).toEqual([])
    expect([away.count, timed.segments, timed.told]).toEqual([0, 3, 0])
  })

  test('does not merge without a listener', () => {
    const timed = filled()
    timed.passAll()
    expect([timed.segments, timed.index.idleMerges]).toEqual([3, 0])
  })

  test('is idle only after some time without writes', () => {
    const timed = filled()
    timed.mergeAtRest()
    for (let turn = 0; turn < 8; turn++) {
      timed.put(100 + turn, 1)
      expect(timed.pass(QUIET_MS)).toContain(QUIET_MS)
      timed.passAll(QUIET_MS - 1)
    }
    expect([timed.segments, timed.told]).toEqual([3, 0])
  })

  test('slowly finishes a running merge after a write, and starts no other', () => {
    const timed = filled()
    timed.mergeAtRest()
    timed.pass()
    expect(timed.pass()).not.toContain(QUIET_MS)
    timed.put(100, 1)
    // Counts the steps of the merge after pauses: writes do not continue the merge.
    let pieces = 0
    while (timed.told === 0) {
      for (const paused of timed.pass(QUIET_MS - 1)) if (paused > 0) pieces++
      timed.put(100, 1)
    }
    expect(pieces).toBeGreaterThan(1)
    expect(timed.segments).toBe(1)
    timed.put(1, 30)
    timed.passAll()
    expect(timed.found.length).toBe(31)
  })

  test('does not let a running idle merge block the merges of writes', () => {
    const timed = filled()
    timed.mergeAtRest()
    timed.pass()
    timed.pass()
    // A fourth segment of the same size causes a merge.
    timed.put(31, 10)
    for (let turn = 0; turn < 1_000 && timed.segments > 2; turn++) timed.pass(0)
    expect(timed.segments).toBeLessThan(3)
    timed.passAll()
    expect(timed.found.length).toBe(40)
  })

  test('pauses for a busy thread, during merges of writes and idle merges', () => {
    const timed = filled()
    timed.areOthersBusy = true
    timed.put(31, 10)
    const paused = new Set<number>()
    for (let turn = 0; turn < 1_000 && timed.segments > 1; turn++) for (const each of timed.pass()) paused.add(each)
    expect([...paused]).toEqual([0, BUSY_PAUSE_MS])
    const resting = filled()
    resting.mergeAtRest()
    resting.pass()
    resting.areOthersBusy = true
    resting.pass()
    expect(resting.pass()).toEqual([BUSY_PAUSE_MS])
  })

  test('does not pause if there are too many segments', () => {
    const timed = new Timed()
    for (let at = 0; at < CROWD; at++) {
      for (let id = 10 * at; id < 10 * at + 10; id++) {
        timed.index.terms.put({ id, revision: 1, rank: 0, terms: ['place:x'] })
      }
      timed.index.freeze()
    }
    timed.areOthersBusy = true
    timed.index.maintain()
    while (timed.segments >= CROWD) expect(timed.pass()).toEqual([0])
    expect(timed.segments).toBe(1)
  })

  test('merges again after writes during a merge', () => {
    const timed = filled()
    timed.mergeAtRest()
    timed.pass()
    timed.put(31, 10)
    timed.put(41, 10)
    timed.passAll()
    expect(timed.segments).toBe(1)
    expect(timed.found.length).toBe(50)
  })

  test.each([1, 2, 3])('stays unchanged after it is stopped, also %i steps into a merge', (pieces) => {
    const timed = filled()
    timed.mergeAtRest()
    for (let turn = 0; turn < pieces; turn++) timed.pass()
    timed.index.stop()
    timed.passAll()
    expect([timed.segments, timed.told]).toEqual([3, 0])
  })

  test('stays unchanged after it is stopped in the middle of a merge of writes', () => {
    const timed = filled()
    timed.put(31, 10)
    // Builds a segment from the write buffer, and runs the first pieces of a merge of four segments.
    for (let turn = 0; turn < 3; turn++) timed.pass(0)
    expect(timed.segments).toBe(4)
    timed.index.stop()
    timed.put(41, 5)
    timed.passAll()
    expect(timed.segments).toBe(4)
    expect(timed.found.length).toBe(45)
  })

  test('reports a merge that started while idle, also if writes finished it', () => {
    const timed = filled()
    timed.mergeAtRest()
    timed.pass()
    timed.pass()
    timed.put(31, 10)
    while (timed.index.idleMerges === 0) timed.pass(0)
    expect(timed.told).toBe(1)
  })

  test('builds segments of products during a long merge of records', () => {
    const timed = new Timed()
    const features = new Uint8Array(4)
    for (let at = 0; at < 4; at++) {
      for (let id = 1_000 * at + 1; id <= 1_000 * at + 1_000; id++) {
        timed.index.keys.put({ id, productId: 1, revision: 1, features, keys: [id] })
      }
      timed.index.freeze()
    }
    timed.index.maintain()
    timed.pass()
    for (let at = 0; at < 3; at++) {
      timed.put(1 + at * 10, 10)
      timed.pass()
    }
    expect(timed.index.keys.parts.length).toBe(4)
    expect(timed.segments).toBe(3)
  })

  test('pauses for a merge of all segments, and continues afterwards', () => {
    const timed = filled()
    timed.mergeAtRest()
    timed.pass()
    timed.pass()
    const merging = timed.index.mergingAll()
    merging.next()
    for (let turn = 0; turn < 20; turn++) timed.pass()
    expect(timed.told).toBe(0)
    while (merging.next().done !== true);
    expect(timed.segments).toBe(1)
    timed.put(31, 10)
    timed.passAll()
    expect([timed.segments, timed.told]).toEqual([1, 1])
    expect(timed.found.length).toBe(40)
  })
})
