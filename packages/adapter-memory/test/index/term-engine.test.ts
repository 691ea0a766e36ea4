import type { IndexProduct, SearchQuery } from '@utpid/core/storage'
import { few, runs } from '@utpid/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TermColumns } from '../../src/index/columns/term-columns.ts'
import { TermIndex } from '../../src/index/plain/term-index.ts'
import { TermEngine } from '../../src/index/term-engine.ts'
import { mergeTermSegments } from '../../src/index/terms/merge-term-segments.ts'
import { TermSegment } from '../../src/index/terms/term-segment.ts'
import { TermSegmentBuilder } from '../../src/index/terms/term-segment-builder.ts'
import { AwayMerges } from '../support/away-merges.ts'

const WORDS = ['parc', 'park', 'parks', 'prac', 'pa', 'p', 'hotel', 'hôtel', '大酒店', '😀bar', '\uffeebar', '']
const term = fc.oneof(
  fc.constantFrom(...WORDS).map((word) => `name:${word}`),
  fc.constantFrom(...WORDS).map((word) => `place:${word}`),
  fc.constantFrom('country:FR', 'country:DE', 'whole:hotel parc', 'plain', ':'),
)
// Enough products for lists with skip entries and for bitsets.
const id = fc.integer({ min: 1, max: 700 }).map((number) => (number * 7_919) % 104_729)
const coordinate = fc.integer({ min: -30, max: 30 })
const product: fc.Arbitrary<IndexProduct> = fc
  .record({
    id,
    revision: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 254, max: 300 })),
    rank: fc.oneof(fc.constant(3), fc.integer({ min: 0, max: 15 })),
    terms: fc.uniqueArray(term, { maxLength: 6 }),
    point: fc.option(fc.tuple(coordinate, coordinate, coordinate), { nil: undefined }),
  })
  .map(({ point, ...rest }) => (point === undefined ? rest : { ...rest, point }))
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.array(product, { maxLength: 120, size: 'max' }).map((of) => ({ kind: 'put' as const, of })),
  },
  { weight: 1, arbitrary: fc.array(id, { maxLength: 60, size: 'max' }).map((of) => ({ kind: 'remove' as const, of })) },
  // Makes merges yield in the middle of other operations.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('tend' as const, 'rest' as const, 'goOn' as const),
      times: fc.integer({ min: 1, max: 60 }),
    }),
  },
  // Ends the first merge in another thread, or lets it fail.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('land' as const), isLost: fc.boolean() }) },
  // Continues a query if nothing was written after the last query.
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      of: fc.nat({ max: 9 }),
      tiers: fc.integer({ min: 1, max: 4 }),
    }),
  },
)
const group = fc.record(
  { any: fc.uniqueArray(term, { minLength: 1, maxLength: 4 }), optional: fc.boolean() },
  { requiredKeys: ['any'] },
)
const condition = fc.record(
  { groups: fc.array(group, { maxLength: 5 }), minShouldMatch: fc.integer({ min: 0, max: 4 }) },
  { requiredKeys: ['groups'] },
)
const query: fc.Arbitrary<SearchQuery> = fc.record(
  {
    tiers: fc.array(condition, { minLength: 1, maxLength: 4 }),
    filters: fc.array(group, { maxLength: 2 }),
    near: fc.record({
      center: fc.tuple(coordinate, coordinate, coordinate),
      squaredRadius: fc.integer({ min: 0, max: 3_000 }),
    }),
    offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50 })),
    limit: fc.integer({ min: 0, max: 20 }),
  },
  { requiredKeys: ['tiers', 'filters', 'offset', 'limit'] },
)
const expansion = fc.record({
  tag: fc.constantFrom('name', 'place', 'other'),
  word: fc.constantFrom(...WORDS, 'prc', 'pakr', 'hoteel', 'bar'),
  by: fc.constantFrom('prefix' as const, 1 as const, 2 as const),
  limit: fc.integer({ min: 1, max: 5 }),
})

function columnsOf(products: Iterable<IndexProduct>, bucketBits?: number): TermColumns {
  const builder = new TermSegmentBuilder()
  for (const each of products) builder.add(each)
  return builder.finish(bucketBits)
}

/** Applies the same operations to both indexes. The second index builds segments meanwhile. */
async function bothAfter(
  steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  isElsewhere: boolean,
  queries: readonly SearchQuery[] = [],
): Promise<{ readonly plain: TermIndex; readonly engine: TermEngine }> {
  const plain = new TermIndex()
  const away = new AwayMerges((columns, dead) => new TermSegment(columns, dead), mergeTermSegments)
  const engine = new TermEngine(20, isElsewhere ? away : undefined)
  for (const each of steps) {
    if (each.kind === 'put') {
      for (const one of each.of) {
        plain.put(one)
        engine.put(one)
      }
    } else if (each.kind === 'remove') {
      for (const one of each.of) {
        plain.remove(one)
        engine.remove(one)
      }
    } else if (each.kind === 'land') {
      await away.land(each.isLost)
    } else if (each.kind === 'ask') {
      const whole = queries[each.of]
      if (whole === undefined) continue
      const asked = { ...whole, tiers: whole.tiers.slice(0, each.tiers) }
      expect(engine.search(asked)).toEqual(plain.search(asked))
    } else {
      const once = {
        tend: () => engine.maintain(),
        rest: () => engine.mergeIdle(true),
        goOn: () => engine.mergeIdle(false),
      }[each.kind]
      for (let time = 0; time < each.times; time++) once()
    }
  }
  return { plain, engine }
}

test('segments, write buffer and merges give the search results of the plain index, page after page', () => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.array(query, { minLength: 1, maxLength: 10 }),
      fc.boolean(),
      async (steps, queries, isElsewhere) => {
        const { plain, engine } = await bothAfter(steps, isElsewhere, queries)
        for (const each of queries) {
          let asked = each
          for (let page = 0; page < 3; page++) {
            const expected = plain.search(asked)
            expect(engine.search(asked)).toEqual(expected)
            if (expected.next === undefined) break
            asked = { ...asked, offset: 0, after: expected.next }
          }
        }
      },
    ),
    runs(few(120)),
  )
})

test('words are expanded like in the plain index', () => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 30, size: 'max' }),
      fc.array(expansion, { minLength: 1, maxLength: 20 }),
      fc.boolean(),
      async (steps, requests, isElsewhere) => {
        const { plain, engine } = await bothAfter(steps, isElsewhere)
        for (const each of requests) expect(engine.expand(each)).toEqual(plain.expand(each))
      },
    ),
    runs(few(60)),
  )
})

test('a segment with the maximum number of buckets finds the same, also merged with a small segment', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 300, size: 'max' }), query, (products, asked) => {
      const plain = new TermIndex()
      for (const each of products) plain.put(each)
      const held = [...plain.products()]
      const parts = [columnsOf(held.slice(0, 100), 21), columnsOf(held.slice(100))]
      const engine = new TermEngine(1_000)
      for (const part of parts) engine.load(part)
      expect(engine.search(asked)).toEqual(plain.search(asked))
      engine.mergeAll()
      expect(engine.search(asked)).toEqual(plain.search(asked))
    }),
    runs(2),
  )
})
