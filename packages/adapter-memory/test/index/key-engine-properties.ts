import type { IndexRecord, KeyLookup } from '@utpid/core/storage'
import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type KeyColumns, KeySegment } from '../../src/index/candidates/key-segment.ts'
import { KeySegmentBuilder } from '../../src/index/candidates/key-segment-builder.ts'
import { mergeKeySegments } from '../../src/index/candidates/merge-key-segments.ts'
import { KeyEngine } from '../../src/index/key-engine.ts'
import { KeyIndex } from '../../src/index/plain/key-index.ts'
import { AwayMerges } from '../support/away-merges.ts'

// A few ids and keys, so that records share keys. Some keys are at the limits of the range of keys and of a bucket's
// lower bits.
const KEYS = [0, 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1, 2 ** 53 - 2 ** 32, 77, 2 ** 40 + 77, 123_456_789_012_345]
const id = fc.integer({ min: 0, max: 60 }).map((number) => number * 150_119_987_579_016)
const key = fc.constantFrom(...KEYS)
const record = fc.record({
  id,
  productId: fc.integer({ min: 1, max: 5 }),
  revision: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 250, max: 600 })),
  features: fc
    .uint8Array({ maxLength: 4 })
    .chain((bytes) => fc.constantFrom(bytes, new Uint8Array(300).fill(bytes[0] ?? 0))),
  keys: fc.uniqueArray(key, { maxLength: 6 }).map((keys) => keys.sort((a, b) => a - b)),
})
const step = fc.oneof(
  { weight: 6, arbitrary: record.map((of) => ({ kind: 'put' as const, of })) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), id, to: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), id }) },
  // Makes merges yield in the middle of other operations.
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('tend' as const, 'rest' as const, 'goOn' as const),
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  // Ends the first merge in another thread, or lets it fail.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('land' as const), isLost: fc.boolean() }) },
)
const lookups: fc.Arbitrary<KeyLookup[]> = fc.array(
  fc.uniqueArray(fc.oneof(key, fc.integer({ min: 0, max: 100 })), { maxLength: 9 }).chain((keys) =>
    fc.oneof(
      fc.constant({ keys }),
      fc
        .array(fc.integer({ min: 0, max: 30 }), { minLength: keys.length, maxLength: keys.length })
        .map((limits) => ({ keys, limits })),
    ),
  ),
  { maxLength: 4 },
)

function columnsOf(records: Iterable<IndexRecord>, bucketBits?: number): KeyColumns {
  const builder = new KeySegmentBuilder()
  for (const each of records) builder.add(each)
  return builder.finish(bucketBits)
}

/** Asserts that segments, write buffer and merges find the same candidates as the plain index. */
export function segmentsFindAsThePlainIndex(numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120, size: 'max' }), lookups, fc.boolean(), async (...given) => {
      const [steps, questions, isElsewhere] = given
      const plain = new KeyIndex()
      const away = new AwayMerges((columns, dead) => new KeySegment(columns, dead), mergeKeySegments)
      const engine = new KeyEngine(3, isElsewhere ? away : undefined)
      for (const each of steps) {
        if (each.kind === 'put') {
          plain.put(each.of)
          engine.put(each.of)
        } else if (each.kind === 'move') {
          plain.move(each.id, each.to)
          engine.move(each.id, each.to)
        } else if (each.kind === 'remove') {
          plain.remove(each.id)
          engine.remove(each.id)
        } else if (each.kind === 'land') {
          await away.land(each.isLost)
        } else {
          const once = {
            tend: () => engine.maintain(),
            rest: () => engine.mergeIdle(true),
            goOn: () => engine.mergeIdle(false),
          }[each.kind]
          for (let time = 0; time < each.times; time++) once()
        }
      }
      expect(engine.candidates(questions, 12)).toEqual(plain.candidates(questions, 12))
      engine.mergeAll()
      expect(engine.candidates(questions, 12)).toEqual(plain.candidates(questions, 12))
      // Ends the other merges: their results are ignored after all segments were merged.
      while (away.count > 0) await away.land()
      expect(engine.candidates(questions, 12)).toEqual(plain.candidates(questions, 12))
    }),
    runs(numRuns),
  )
}

/**
 * Asserts that a segment with the maximum number of buckets finds the same candidates, also after a merge with a small
 * segment.
 */
export function fullSegmentsFindAsThePlainIndex(numRuns: number): void {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 60, size: 'max' }), lookups, (records, questions) => {
      const plain = new KeyIndex()
      for (const each of records) plain.put(each)
      const held = [...plain.records()]
      const parts = [columnsOf(held.slice(0, 20), 21), columnsOf(held.slice(20))]
      const engine = new KeyEngine(1_000)
      for (const part of parts) engine.load(part)
      expect(engine.candidates(questions, 12)).toEqual(plain.candidates(questions, 12))
      engine.mergeAll()
      expect(engine.candidates(questions, 12)).toEqual(plain.candidates(questions, 12))
    }),
    runs(numRuns),
  )
}
