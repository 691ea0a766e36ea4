import type { IndexProduct, SearchQuery, TermCondition, TermGroup } from '@utpid/core/storage'
import { few, runs, seededRandom } from '@utpid/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TermIndex } from '../../src/index/plain/term-index.ts'
import { TermEngine } from '../../src/index/term-engine.ts'
import { TermSegmentBuilder } from '../../src/index/terms/term-segment-builder.ts'

/** One in `oneIn` products has the term. The terms are bitsets and lists, above and below the minimum for windows. */
const TERMS: readonly (readonly [term: string, oneIn: number])[] = [
  ['name:hotel', 1.3],
  ['name:grand', 2],
  ['place:paris', 2.5],
  ['country:FR', 3],
  ['other:ibis', 30],
  ['name:parc', 45],
  ['name:ritz', 400],
  ['whole:ritz', 2_000],
]
const PRODUCTS = 20_000
const names = TERMS.map(([term]) => term)

/**
 * Creates an engine with a large and a small segment, both with deleted rows, and a plain index with the same products.
 */
function bothIndexes(): { readonly engine: TermEngine; readonly plain: TermIndex } {
  const random = seededRandom(7)
  const productOf = (id: number): IndexProduct => ({
    id,
    revision: 1,
    rank: Math.floor(random() * 16),
    terms: TERMS.filter(([, oneIn]) => random() * oneIn < 1).map(([term]) => term),
  })
  const products = Array.from({ length: PRODUCTS }, (_, at) => productOf(at * 3 + 1))
  const engine = new TermEngine(512)
  const plain = new TermIndex()
  const builder = new TermSegmentBuilder()
  for (const product of products) {
    builder.add(product)
    plain.put(product)
  }
  engine.load(builder.finish())
  for (let at = 0; at < 700; at++) {
    const id = Math.floor(random() * PRODUCTS) * 3 + 1
    if (at % 3 === 0) {
      engine.remove(id)
      plain.remove(id)
      continue
    }
    const product = { ...productOf(at % 2 === 0 ? id : id + 1), revision: 2 }
    engine.put(product)
    plain.put(product)
    if (at === 500) engine.flush()
  }
  return { engine, plain }
}

const { engine, plain } = bothIndexes()
const any = fc.uniqueArray(fc.constantFrom(...names, 'name:nobody'), { minLength: 1, maxLength: 4 })
const group: fc.Arbitrary<TermGroup> = any.map((terms) => ({ any: terms }))
const condition = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ groups: [] }) },
  { weight: 10, arbitrary: fc.record({ groups: fc.array(group, { minLength: 1, maxLength: 3 }) }) },
  {
    weight: 10,
    arbitrary: fc.record({
      groups: fc.array(
        any.map((terms) => ({ any: terms, optional: true })),
        { minLength: 2, maxLength: 4 },
      ),
      minShouldMatch: fc.integer({ min: 1, max: 2 }),
    }),
  },
)
const question = fc.record({
  tiers: fc.array(condition, { minLength: 1, maxLength: 4 }),
  filters: fc.array(group, { maxLength: 2 }),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
  limit: fc.integer({ min: 0, max: 25 }),
  more: fc.array(condition, { minLength: 1, maxLength: 2 }),
  cut: fc.array(fc.nat(names.length), { maxLength: 2 }),
  moreCut: fc.array(fc.nat(names.length), { maxLength: 2 }),
  isCounted: fc.boolean(),
  goesOnSo: fc.boolean(),
  isTold: fc.boolean(),
})

/**
 * Returns tiers that together find all products of other tiers. Each returned tier matches any term of a subset of
 * their terms.
 */
function findingAll(tiers: readonly TermCondition[], cut: readonly number[]): TermCondition[] {
  const terms = [...new Set(tiers.flatMap(({ groups }) => groups.flatMap((each) => each.any)))]
  // All products satisfy a condition without groups.
  if (tiers.some(({ groups }) => groups.length === 0)) return [...cut.map(() => ({ groups: [] })), { groups: [] }]
  const bounds = [0, ...cut.toSorted((a, b) => a - b), terms.length]
  return bounds.slice(1).map((to, at) => {
    const those = terms.slice(bounds[at], to)
    return { groups: [{ any: those.length === 0 ? terms : those }] }
  })
}

it('gives the same results without the hint, also for a continued query', () => {
  fc.assert(
    fc.property(question, ({ tiers, more, cut, moreCut, isCounted, goesOnSo, isTold, ...rest }) => {
      // Each product of a tier has one of the tier's terms.
      const query: SearchQuery = {
        ...rest,
        tiers: [...tiers, ...findingAll(tiers, cut)],
        ...(isCounted && { counted: names }),
      }
      const told = isTold ? { widestTiers: cut.length + 1 } : {}
      expect(engine.search({ ...query, ...told })).toEqual(plain.search(query))
      const wide = { ...query, tiers: [...query.tiers, ...more, ...findingAll([...tiers, ...more], moreCut)] }
      if (goesOnSo) {
        expect(engine.search({ ...wide, widestTiers: moreCut.length + 1 })).toEqual(plain.search(wide))
      }
      const wider = { ...query, tiers: [...(goesOnSo ? wide : query).tiers, ...more.toReversed()] }
      expect(engine.search(wider)).toEqual(plain.search(wider))
      const { next } = plain.search(query)
      if (next === undefined) return
      const after = { ...query, after: next, offset: 0 }
      expect(engine.search({ ...after, widestTiers: cut.length + 1 })).toEqual(plain.search(after))
    }),
    runs(few(400)),
  )
})
