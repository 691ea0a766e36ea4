import { runs } from '@utpid/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CompetingEdges, type CompetitionSources } from '../../../src/clustering/competition/competing-edges.ts'
import { competitionLevel } from '../../../src/scoring/competition.ts'
import { confidenceOfWeight } from '../../../src/scoring/match-weight.ts'
import { PairScorer } from '../../../src/scoring/score-pair.ts'
import { shippedTermFrequency } from '../../../src/scoring/term-frequency.ts'
import type { EdgeRow } from '../../../src/storage/rows.ts'
import { PLAIN_MODEL } from '../../support/plain-model.ts'

const BITS = { alone: 1, far_ahead: 0.5, ahead: 0, behind: -0.5, far_behind: -1 }
const SCORER = new PairScorer({ ...PLAIN_MODEL, competition: BITS }, shippedTermFrequency())
/** The records 1 to 9 are of supplier a, 11 to 19 of supplier b, and so on. */
const supplierOf = (id: number): string => 'abcdefghij'[Math.floor(id / 10)] as string

function edge(a: number, b: number, bits: number): EdgeRow {
  const weight = Math.round(bits * 100)
  return { a, b, weight, confidence: Math.round(confidenceOfWeight(bits) * 10_000), model: 'm', tfVersion: 0 }
}

function competing(edges: readonly EdgeRow[], sources: Partial<CompetitionSources> = {}): CompetingEdges {
  return new CompetingEdges({ edges, supplierOf, mustLinks: [], areDifferent: () => false, ...sources }, SCORER)
}

describe('competing candidates of a pair', () => {
  test('are other records of the same supplier, on either side', () => {
    const edges = [edge(1, 11, 5), edge(1, 12, 3), edge(2, 11, 4), edge(1, 21, 9)]
    const found = competing(edges)
    expect(found.competitorOf({ a: 1, b: 11 })).toEqual({ id: 2, against: 1, weight: 400 })
    expect(found.competitorOf({ a: 1, b: 12 })).toEqual({ id: 11, against: 12, weight: 500 })
    // Record 21 is of a third supplier, and no other record of its supplier fits.
    expect(found.competitorOf({ a: 1, b: 21 })).toBeUndefined()
  })

  test('add bits by the lead, and equal weights count as behind', () => {
    const weightOf = (edges: readonly EdgeRow[]): number => competing(edges).adjusted(edges[0] as EdgeRow).weight
    expect(weightOf([edge(1, 11, 5)])).toBe(600)
    expect(weightOf([edge(1, 11, 5), edge(1, 12, 3)])).toBe(550)
    expect(weightOf([edge(1, 11, 5), edge(1, 12, 4)])).toBe(500)
    expect(weightOf([edge(1, 11, 5), edge(1, 12, 5)])).toBe(450)
    expect(weightOf([edge(1, 11, 5), edge(1, 12, 7)])).toBe(400)
  })

  test('exclude a second code of the same product, by its bits or by a person, and records judged different', () => {
    const edges = [edge(1, 11, 5), edge(1, 12, 6)]
    const asked = { a: 1, b: 11 }
    expect(competing(edges).competitorOf(asked)).toMatchObject({ id: 12 })
    expect(competing([...edges, edge(11, 12, 12)]).competitorOf(asked)).toBeUndefined()
    expect(competing([...edges, edge(11, 12, 11.99)]).competitorOf(asked)).toMatchObject({ id: 12 })
    expect(competing(edges, { mustLinks: [[11, 12]] }).competitorOf(asked)).toBeUndefined()
    const areDifferent = (a: number, b: number): boolean => a + b === 13
    expect(competing(edges, { areDifferent }).competitorOf(asked)).toBeUndefined()
  })

  test('do not exist for two records of one supplier', () => {
    const twins = edge(1, 2, 13)
    expect(competing([twins, edge(1, 11, 5)]).adjusted(twins)).toBe(twins)
  })

  test('do not depend on the order of edges, and equal the plain rule', () => {
    const ids = fc.constantFrom(1, 2, 3, 11, 12, 13, 21, 22)
    const pairs = fc
      .uniqueArray(fc.tuple(ids, ids, fc.integer({ min: -10, max: 30 })), {
        maxLength: 20,
        selector: ([a, b]) => `${Math.min(a, b)}:${Math.max(a, b)}`,
      })
      .map((all) =>
        all.filter(([a, b]) => a !== b).map(([a, b, half]) => edge(Math.min(a, b), Math.max(a, b), half / 2)),
      )
    fc.assert(
      fc.property(pairs, fc.nat(), (edges, seed): void => {
        const shuffled = edges.toSorted(
          (x, y) => ((x.a * 31 + x.b * 17 + seed) % 7) - ((y.a * 31 + y.b * 17 + seed) % 7),
        )
        const [one, other] = [competing(edges), competing(shuffled)]
        for (const each of edges) {
          expect(other.competitorOf(each)).toEqual(one.competitorOf(each))
          if (supplierOf(each.a) === supplierOf(each.b)) continue
          const best = plainCompetitor(each, edges)
          const level = competitionLevel(each.weight / 100, best === undefined ? undefined : best / 100)
          expect(one.adjusted(each).weight).toBe(each.weight + BITS[level] * 100)
        }
      }),
      runs(200),
    )
  })
})

/** Returns the weight of the strongest competing edge by the plain rule. */
function plainCompetitor({ a, b }: EdgeRow, edges: readonly EdgeRow[]): number | undefined {
  const isOne = (x: number, y: number): boolean =>
    edges.some(
      (each) =>
        each.weight >= PLAIN_MODEL.thresholds.sameSupplierBits * 100 &&
        supplierOf(each.a) === supplierOf(each.b) &&
        each.a === Math.min(x, y) &&
        each.b === Math.max(x, y),
    )
  const weights = edges.flatMap((each) => {
    for (const [own, replaced] of [
      [a, b],
      [b, a],
    ] as const) {
      if (each.a !== own && each.b !== own) continue
      const rival = each.a === own ? each.b : each.a
      if (rival === replaced || supplierOf(rival) !== supplierOf(replaced) || isOne(rival, replaced)) continue
      return [each.weight]
    }
    return []
  })
  return weights.length === 0 ? undefined : Math.max(...weights)
}
