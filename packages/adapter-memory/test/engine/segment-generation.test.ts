import { describe, expect, test } from 'vitest'
import { SegmentGeneration } from '../../src/engine/segment-generation.ts'

const QUIET_MS = 1_000

/** A generation whose time passes when a test says so. */
function generation(): { index: SegmentGeneration; pass: () => number[]; put: (from: number, count: number) => void } {
  let waiting: { milliseconds: number; run: () => void }[] = []
  const index = new SegmentGeneration({
    deltaMost: 10,
    later: (milliseconds, run) => waiting.push({ milliseconds, run }),
  })
  return {
    index,
    // All that waits now is over; what is put off meanwhile waits on.
    pass: () => {
      const over = waiting
      waiting = []
      for (const { run } of over) run()
      return over.map(({ milliseconds }) => milliseconds)
    },
    put: (from, count) => {
      for (let id = from; id < from + count; id++) {
        index.terms.put({ id, revision: 1, rank: id % 3, terms: [`name:w${id % 7}`, 'place:x'] })
      }
      index.tend()
    },
  }
}

/** Segments of ten, made beside the calls. */
async function filled(): Promise<ReturnType<typeof generation>> {
  const made = generation()
  for (let from = 1; from < 31; from += 10) {
    made.put(from, 10)
    while (made.index.terms.parts.length * 10 < from + 9) await new Promise<void>((done) => setImmediate(done))
  }
  expect(made.index.segments).toBe(3)
  return made
}

const found = ({ terms }: SegmentGeneration): number[] =>
  terms.search({ tiers: [{ groups: [{ any: ['place:x'] }] }], filters: [], offset: 0, limit: 100 }).productIds

describe('an index that nobody writes to', () => {
  test('becomes one segment, and says so once', async () => {
    const { index, pass } = await filled()
    let told = 0
    index.whenMerged(() => told++)
    const before = found(index)
    for (let turn = 0; turn < 50; turn++) pass()
    expect([index.segments, told]).toEqual([1, 1])
    expect(found(index)).toEqual(before)
    expect(pass()).toEqual([])
  })

  test('is at rest only when nothing was written for a while', async () => {
    const { index, pass, put } = await filled()
    for (let turn = 0; turn < 20; turn++) {
      put(100 + turn, 1)
      const waited = pass()
      // Whoever wrote since it was waited for puts it off.
      expect(waited).toEqual([QUIET_MS])
    }
    expect(index.segments).toBeGreaterThan(1)
  })

  test('is left alone once it is stopped', async () => {
    const { index, pass } = await filled()
    index.stop()
    for (let turn = 0; turn < 50; turn++) pass()
    expect(index.segments).toBe(3)
  })
})
