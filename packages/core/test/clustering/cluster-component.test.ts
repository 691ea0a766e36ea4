import { runs, times } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ComponentEdge,
  type ComponentMember,
  clusterComponent,
  type JoiningLimits,
} from '../../src/clustering/cluster-component.ts'
import { LIMITS } from '../../src/model/limits.ts'
import { confidenceOfWeight } from '../../src/scoring/match-weight.ts'
import type { PairScore } from '../../src/scoring/score-pair.ts'
import type { Thresholds } from '../../src/scoring/scoring-model.ts'
import { splitPlainly } from './split-plainly.ts'

const THRESHOLDS: Thresholds = { match: 0.9, review: 0.5, pair: 0.5, sameSupplierBits: 12 }

/** Limits for suppliers without habits. */
function limitsOf(thresholds: Thresholds): JoiningLimits {
  return { model: { thresholds }, sameSupplierBits: () => thresholds.sameSupplierBits }
}

const VETO: PairScore = { weight: -6.63, confidence: 0.01, vetoed: true }

function member(id: number, supplier = `s${id}`): ComponentMember {
  return { id, supplier, code: `c${id}` }
}

function edge(a: number, b: number, weight: number): ComponentEdge {
  return { a, b, weight, confidence: confidenceOfWeight(weight) }
}

function score(weight: number): PairScore {
  return { weight, confidence: confidenceOfWeight(weight), vetoed: false }
}

/** Returns clusters as lists of ids. `others` returns the score of pairs without an edge. Default: very unlikely. */
function divide(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  others: (a: number, b: number) => PairScore = () => score(-8),
): number[][] {
  const { clusters } = clusterComponent(members, edges, limitsOf(THRESHOLDS), others)
  return clusters
    .map((group) => group.map(({ id }) => id).sort((a, b) => a - b))
    .sort((x, y) => (x[0] ?? 0) - (y[0] ?? 0))
}

describe('divideComponent', () => {
  test('joins records along edges that reach match', () => {
    expect(divide([member(1), member(2), member(3)], [edge(1, 2, 6), edge(2, 3, 6), edge(1, 3, 6)])).toEqual([
      [1, 2, 3],
    ])
  })

  test('separates records that only reach review', () => {
    expect(divide([member(1), member(2)], [edge(1, 2, 2)])).toEqual([[1], [2]])
  })

  test('separates two codes of one supplier, and gives their shared neighbour to the stronger edge', () => {
    const members = [member(1, 'a'), member(2, 'a'), member(3, 'b')]
    expect(divide(members, [edge(1, 3, 5), edge(2, 3, 6)])).toEqual([[1], [2, 3]])
  })

  test('joins two codes of one supplier with an overwhelming weight', () => {
    expect(divide([member(1, 'a'), member(2, 'a')], [edge(1, 2, 12)])).toEqual([[1, 2]])
    expect(divide([member(1, 'a'), member(2, 'a')], [edge(1, 2, 11.99)])).toEqual([[1], [2]])
  })

  test('a veto between any two records separates their clusters, however strong the edges', () => {
    const vetoed = (a: number, b: number): PairScore => (a + b === 4 ? VETO : score(8))
    expect(divide([member(1), member(2), member(3)], [edge(1, 2, 20), edge(2, 3, 19)], vetoed)).toEqual([[1, 2], [3]])
  })

  test('one strong edge does not join clusters with a mean confidence below review', () => {
    // Two pairs have one edge between them. One of the four cross pairs is certain.
    const members = [1, 2, 3, 4].map((id) => member(id))
    const edges = [edge(1, 2, 9), edge(3, 4, 9), edge(2, 3, 8)]
    expect(divide(members, edges, () => score(-5))).toEqual([
      [1, 2],
      [3, 4],
    ])
    // If the other three cross pairs are at 50 %, the mean is above the threshold.
    expect(divide(members, edges, () => score(0))).toEqual([[1, 2, 3, 4]])
  })

  test('the mean covers all cross pairs, and review itself is enough', () => {
    const half: Thresholds = { ...THRESHOLDS, match: 0.75 }
    const pairs = (confidence: number): PairScore => ({ weight: -1, confidence, vetoed: false })
    const join = (confidence: number): number =>
      clusterComponent(
        [member(1), member(2), member(3)],
        [edge(1, 2, 20), { a: 2, b: 3, weight: 3, confidence: 0.75 }],
        limitsOf(half),
        () => pairs(confidence),
      ).clusters.length
    expect(join(0.25)).toBe(1)
    expect(join(0.2499)).toBe(2)
  })

  test('with equal weights, the lowest supplier and code come first', () => {
    const members = [member(9, 'b'), { id: 1, supplier: 'a', code: 'z' }, { id: 5, supplier: 'a', code: 'y' }]
    expect(divide(members, [edge(1, 9, 7), edge(5, 9, 7)])).toEqual([[1], [5, 9]])
  })

  test('two codes of a supplier join with the bits that its habits require', () => {
    const limits = (bits: number): JoiningLimits => ({ ...limitsOf(THRESHOLDS), sameSupplierBits: () => bits })
    const codes = [member(1, 'a'), member(2, 'a')]
    const clustersAt = (bits: number): number =>
      clusterComponent(codes, [edge(1, 2, 7)], limits(bits), () => score(7)).clusters.length
    expect(clustersAt(7)).toBe(1)
    expect(clustersAt(7.01)).toBe(2)
  })

  test('a component above the limit is cut at the lowest weight with small pieces, and reported', () => {
    const half = LIMITS.recordsPerComponent / 2 + 1
    const members = Array.from({ length: half * 2 }, (_, id) => member(id))
    // Returns two chains of strong edges, joined by one weaker edge.
    const chain = members.slice(1).map(({ id }) => edge(id - 1, id, id === half ? 5 : 9))
    const { clusters, oversized } = clusterComponent(members, chain, limitsOf(THRESHOLDS), () => score(4))
    expect(oversized).toBe(true)
    expect(clusters.map((group) => group.length).sort()).toEqual([half, half])
    const whole = clusterComponent(
      members.slice(0, LIMITS.recordsPerComponent),
      chain.slice(0, 499),
      limitsOf(THRESHOLDS),
      () => score(4),
    )
    expect(whole.oversized).toBe(false)
    expect(whole.clusters.length).toBe(1)
  })

  test('a piece of exactly the limit is not cut', () => {
    const members = Array.from({ length: LIMITS.recordsPerComponent + 1 }, (_, id) => member(id))
    // A weaker edge joins the last record. With that record, the component is too large.
    const chain = members.slice(1).map(({ id }) => edge(id - 1, id, id === LIMITS.recordsPerComponent ? 5 : 9))
    const { clusters, oversized } = clusterComponent(members, chain, limitsOf(THRESHOLDS), () => score(4))
    expect(oversized).toBe(true)
    expect(clusters.map((group) => group.length)).toEqual([LIMITS.recordsPerComponent, 1])
  })

  test('equal weights are cut together, so a piece is never above the limit', () => {
    const members = Array.from({ length: LIMITS.recordsPerComponent + 1 }, (_, id) => member(id))
    const { clusters } = clusterComponent(
      members,
      members.slice(1).map(({ id }) => edge(0, id, 9)),
      limitsOf(THRESHOLDS),
      () => score(9),
    )
    expect(Math.max(...clusters.map((group) => group.length))).toBeLessThanOrEqual(LIMITS.recordsPerComponent)
  })

  test('any component: clusters are a partition without vetoed or same-supplier pairs, in any order', () => {
    const component = fc
      .record({
        suppliers: fc.array(fc.nat(3), { minLength: 2, maxLength: 9 }),
        weights: fc.array(fc.constantFrom(-9, -3, 0, 1, 3.5, 3.5, 5, 5, 9, 13, Number.NaN), {
          minLength: 36,
          maxLength: 36,
        }),
        order: fc.infiniteStream(fc.nat(1_000)).map((stream) => [...stream.take(60)]),
      })
      .map(({ suppliers, weights, order }) => ({
        members: suppliers.map((supplier, id) => member(id, `s${supplier}`)),
        scoreOf: (a: number, b: number): PairScore => {
          const weight = weights[(Math.min(a, b) * 7 + Math.max(a, b) * 11) % 36] as number
          return Number.isNaN(weight) ? VETO : score(weight)
        },
        order,
      }))
    fc.assert(
      fc.property(component, ({ members, scoreOf, order }) => {
        const edges = members.flatMap(({ id: a }) =>
          members.flatMap(({ id: b }) => {
            const { weight, confidence, vetoed } = scoreOf(a, b)
            return a < b && !vetoed && confidence >= THRESHOLDS.review ? [{ a, b, weight, confidence }] : []
          }),
        )
        const groups = divide(members, edges, scoreOf)
        expect(groups.flat().sort((a, b) => a - b)).toEqual(members.map(({ id }) => id))
        for (const group of groups) {
          for (const a of group) {
            for (const b of group) {
              if (a >= b) continue
              expect(scoreOf(a, b).vetoed).toBe(false)
              if (members[a]?.supplier === members[b]?.supplier) {
                expect(scoreOf(a, b).weight).toBeGreaterThanOrEqual(THRESHOLDS.sameSupplierBits)
              }
            }
          }
        }
        const by = <Item>(items: readonly Item[], from: number): Item[] =>
          items
            .map((item, at) => [order[(at + from) % order.length] as number, item] as const)
            .sort(([x], [y]) => x - y)
            .map(([, item]) => item)
        const turned = by(edges, 3).map((each) =>
          (order[each.a] as number) % 2 ? { ...each, a: each.b, b: each.a } : each,
        )
        expect(divide(by(members, 0), turned, scoreOf)).toEqual(groups)
      }),
      runs(300),
    )
  })

  test('any component: equals a check of all cross pairs before each join of two clusters', () => {
    const component = fc.record({
      suppliers: fc.array(fc.nat(9), { minLength: 2, maxLength: 24 }),
      // Many likely matches, some weak pairs that separate clusters, and few vetoes.
      weights: fc.array(fc.constantFrom(-9, -3, -2, 0, 1, 2, 3.5, 5, 7, 9, 13), { minLength: 24, maxLength: 80 }),
      vetoes: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 3 }),
      different: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 2 }),
      kept: fc.uniqueArray(fc.nat(23), { maxLength: 3 }),
      mustLinks: fc.array(fc.uniqueArray(fc.nat(23), { minLength: 2, maxLength: 3 }), { maxLength: 2 }),
      review: fc.constantFrom(0.3, 0.5, 0.7),
    })
    let joined = 0
    let held = 0
    fc.assert(
      fc.property(component, ({ suppliers, weights, vetoes, different, kept, mustLinks, review }) => {
        const members = suppliers
          .map((supplier, id) => member(id, `s${supplier}`))
          .toSorted((x, y) => (x.supplier < y.supplier ? -1 : x.supplier > y.supplier ? 1 : x.code < y.code ? -1 : 1))
        const isAmong = (pairs: readonly (readonly [number, number])[], a: number, b: number): boolean =>
          pairs.some(([x, y]) => (x === a && y === b) || (x === b && y === a))
        const scoreOf = (a: number, b: number): PairScore => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)]
          return isAmong(vetoes, a, b) ? VETO : score(weights[(low * 31 + high * 17) % weights.length] as number)
        }
        const edges = members.flatMap(({ id: a }) =>
          members.flatMap(({ id: b }) => {
            const { weight, confidence, vetoed } = scoreOf(a, b)
            return a < b && !vetoed && confidence >= review ? [{ a, b, weight, confidence }] : []
          }),
        )
        const isHere = (id: number): boolean => id < members.length
        const bounds = {
          mustLinks: mustLinks.map((link) => link.filter(isHere)).filter((link) => link.length > 1),
          curated: new Set(kept.filter(isHere)),
          cannotLink: (a: number, b: number) => isAmong(different, a, b),
        }
        const thresholds = { ...THRESHOLDS, review }
        const { clusters } = clusterComponent(members, edges, limitsOf(thresholds), scoreOf, bounds)
        const byFirst = (lists: number[][]): number[][] => lists.toSorted((x, y) => (x[0] ?? 0) - (y[0] ?? 0))
        const found = byFirst(clusters.map((group) => group.map(({ id }) => id)))
        expect(found).toEqual(byFirst(splitPlainly(members, edges, thresholds, scoreOf, bounds)))
        if (found.some((group) => group.length > 3)) joined++
        if (found.length > 1) held++
      }),
      runs(1_000),
    )
    expect(joined).toBeGreaterThan(times(300))
    expect(held).toBeGreaterThan(times(300))
  })
})
