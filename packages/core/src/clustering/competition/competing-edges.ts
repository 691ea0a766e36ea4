import { confidenceOfWeight } from '../../scoring/match-weight.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { EdgeRow, RecordId } from '../../storage/rows.ts'
import { pairOf } from '../constraints/judgements.ts'

/** A pair of records with the match weight of their edge, in 1/100 bit. */
export type WeighedEdge = Pick<EdgeRow, 'a' | 'b' | 'weight'>

/** The data of a component that decides which candidates compete. */
export interface CompetitionSources {
  readonly edges: readonly WeighedEdge[]
  readonly supplierOf: (id: RecordId) => string
  /** Sets of records that people keep together. */
  readonly mustLinks: readonly (readonly RecordId[])[]
  /** Reports whether a person judged two records different. */
  readonly areDifferent: (a: RecordId, b: RecordId) => boolean
}

/** The record that competes with one end of a pair. */
export interface Competitor {
  /** The competing record. */
  readonly id: RecordId
  /** The end of the pair that the competing record could replace. */
  readonly against: RecordId
  /** The match weight of the competing pair, in 1/100 bit. */
  readonly weight: number
}

/**
 * The competing candidates of the pairs of one component, from stored edges alone. For a pair (a, b), another record of
 * b's supplier with an edge to a competes with b, and another record of a's supplier with an edge to b competes with a.
 *
 * A record does not compete with another record of its supplier that is clearly the same product, nor for a record that
 * a person judged different. Records of one supplier have no competitors, since the rule about two codes of one supplier
 * is stricter.
 */
export class CompetingEdges {
  readonly #sources: CompetitionSources
  readonly #scorer: PairScorer
  /** The edges to each supplier by record, strongest first. */
  readonly #bySupplier = new Map<RecordId, Map<string, WeighedEdge[]>>()
  /** Pairs of records of one supplier that are clearly the same product. */
  readonly #sameProduct = new Set<string>()
  readonly #mustLinksOf = new Map<RecordId, Set<readonly RecordId[]>>()

  constructor(sources: CompetitionSources, scorer: PairScorer) {
    this.#sources = sources
    this.#scorer = scorer
    for (const edge of sources.edges) {
      const [ofA, ofB] = [sources.supplierOf(edge.a), sources.supplierOf(edge.b)]
      if (ofA === ofB) {
        if (edge.weight >= Math.round(scorer.sameSupplierBits(ofA) * 100)) this.#sameProduct.add(pairOf(edge.a, edge.b))
        continue
      }
      this.#add(edge.a, ofB, edge)
      this.#add(edge.b, ofA, edge)
    }
    for (const bySupplier of this.#bySupplier.values()) {
      for (const edges of bySupplier.values()) edges.sort((x, y) => y.weight - x.weight || x.a - y.a || x.b - y.b)
    }
    for (const records of sources.mustLinks) {
      for (const id of records) {
        const sets = this.#mustLinksOf.get(id)
        if (sets === undefined) this.#mustLinksOf.set(id, new Set([records]))
        else sets.add(records)
      }
    }
  }

  /** Returns the strongest competitor of a pair; undefined without a competitor. */
  competitorOf({ a, b }: Pick<WeighedEdge, 'a' | 'b'>): Competitor | undefined {
    const [toB, toA] = [this.#strongestRival(a, b), this.#strongestRival(b, a)]
    if (toB === undefined || toA === undefined) return toB ?? toA
    return toA.weight > toB.weight ? toA : toB
  }

  /** Returns an edge with the bits of its competition. The result can be below `review`. */
  adjusted(edge: EdgeRow): EdgeRow {
    const weight = this.weightOf(edge)
    if (weight === edge.weight) return edge
    return { ...edge, weight, confidence: Math.round(confidenceOfWeight(weight / 100) * 10_000) }
  }

  /** Returns the match weight of an edge with the bits of its competition, in 1/100 bit. */
  weightOf(edge: WeighedEdge): number {
    const { supplierOf } = this.#sources
    if (supplierOf(edge.a) === supplierOf(edge.b)) return edge.weight
    const competitor = this.competitorOf(edge)
    const { bits } = this.#scorer.competition(
      edge.weight / 100,
      competitor === undefined ? undefined : competitor.weight / 100,
    )
    return edge.weight + Math.round(bits * 100)
  }

  /** Returns the strongest record that could replace `other` as the partner of `record`. */
  #strongestRival(record: RecordId, other: RecordId): Competitor | undefined {
    const edges = this.#bySupplier.get(record)?.get(this.#sources.supplierOf(other)) ?? []
    for (const edge of edges) {
      const rival = edge.a === record ? edge.b : edge.a
      if (rival === other || this.#areOneProduct(rival, other)) continue
      if (this.#sources.areDifferent(record, rival)) continue
      return { id: rival, against: other, weight: edge.weight }
    }
    return undefined
  }

  #areOneProduct(one: RecordId, other: RecordId): boolean {
    if (this.#sameProduct.has(pairOf(one, other))) return true
    const sets = this.#mustLinksOf.get(one)
    if (sets === undefined) return false
    for (const set of this.#mustLinksOf.get(other) ?? []) if (sets.has(set)) return true
    return false
  }

  #add(record: RecordId, supplier: string, edge: WeighedEdge): void {
    let bySupplier = this.#bySupplier.get(record)
    if (bySupplier === undefined) {
      bySupplier = new Map()
      this.#bySupplier.set(record, bySupplier)
    }
    const edges = bySupplier.get(supplier)
    if (edges === undefined) bySupplier.set(supplier, [edge])
    else edges.push(edge)
  }
}
