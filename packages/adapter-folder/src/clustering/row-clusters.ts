import { confidenceOfWeight, type PairScorer } from '@utpid/core/scoring'
import type { StoredRecord } from '@utpid/core/storage'
import { CompetingEdges, type ComponentEdge, type ComponentMember, clusterComponent } from '@utpid/core/storage'
import type { EdgeLists } from './edge-lists.ts'
import type { RowFeatures } from './row-features.ts'

/** Reads the records of rows, with their suppliers and codes. */
export type ReadRows = (rows: readonly number[]) => Promise<readonly (StoredRecord | undefined)[]>

/**
 * Splits components of rows into clusters. The result equals that of writing the records, if there are no judgements.
 */
export class RowClusters {
  readonly #features: RowFeatures
  readonly #edges: EdgeLists
  readonly #scorer: PairScorer
  readonly #read: ReadRows
  #oversized = 0

  constructor(features: RowFeatures, edges: EdgeLists, scorer: PairScorer, read: ReadRows) {
    this.#features = features
    this.#edges = edges
    this.#scorer = scorer
    this.#read = read
  }

  /** The number of components that are too large to split as a whole. */
  get oversized(): number {
    return this.#oversized
  }

  /**
   * @param rows - Two or more rows of one component.
   * @returns the rows of each cluster.
   */
  async split(rows: readonly number[]): Promise<readonly (readonly number[])[]> {
    const alone = this.#edgesOf(rows)
    // Reads no records for most components: suppliers with different hashes are different.
    let members = this.#membersInMemory(rows)
    if (members === undefined && this.#scorer.model.competition !== undefined) members = await this.#readMembers(rows)
    const edges = members === undefined ? alone : this.#inCompetition(alone, members)
    if (this.#isOneCluster(rows, edges)) return [rows]
    if (members === undefined || this.#hasEqualWeights(edges)) members = await this.#readMembers(rows)
    const { clusters, oversized } = clusterComponent(members, edges, this.#scorer, (a, b) =>
      this.#scorer.score(this.#features.of(a), this.#features.of(b)),
    )
    if (oversized) this.#oversized++
    return clusters.map((group) => group.map(({ id }) => id))
  }

  /** Returns the edges with the bits of competing candidates, as a component has them. */
  #inCompetition(edges: readonly ComponentEdge[], members: readonly ComponentMember[]): readonly ComponentEdge[] {
    if (this.#scorer.model.competition === undefined) return edges
    const suppliers = new Map(members.map(({ id, supplier }) => [id, supplier]))
    const supplierOf = (id: number): string => suppliers.get(id) ?? ''
    const rows = edges.map(({ a, b, weight }) => ({ a, b, weight: Math.round(weight * 100) }))
    const competing = new CompetingEdges(
      { edges: rows, supplierOf, mustLinks: [], areDifferent: () => false },
      this.#scorer,
    )
    return rows.map((edge) => {
      const weight = competing.weightOf(edge) / 100
      return { a: edge.a, b: edge.b, weight, confidence: confidenceOfWeight(weight) }
    })
  }

  /**
   * Returns whether some edges that may join records have equal weights. The order of equal edges depends on supplier
   * and code.
   */
  #hasEqualWeights(edges: readonly ComponentEdge[]): boolean {
    const { match } = this.#scorer.model.thresholds
    const strong = edges.filter(({ confidence }) => confidence >= match)
    return new Set(strong.map(({ weight }) => weight)).size < strong.length
  }

  /**
   * Builds members from features in memory if all supplier hashes differ. Otherwise returns undefined, since equal
   * hashes may belong to different suppliers.
   */
  #membersInMemory(rows: readonly number[]): readonly ComponentMember[] | undefined {
    const suppliers = new Set<number>()
    const members: ComponentMember[] = []
    for (const id of rows) {
      const { supplier } = this.#features.of(id)
      if (supplier === undefined || suppliers.has(supplier)) return undefined
      suppliers.add(supplier)
      members.push({ id, supplier: String(supplier), code: '' })
    }
    return members
  }

  async #readMembers(rows: readonly number[]): Promise<readonly ComponentMember[]> {
    const stored = await this.#read(rows)
    return rows.map((id, at): ComponentMember => {
      const { supplier = '', code = '' } = stored[at]?.row.record ?? {}
      return { id, supplier, code }
    })
  }

  #edgesOf(rows: readonly number[]): ComponentEdge[] {
    const { starts, others, weights } = this.#edges
    const edges: ComponentEdge[] = []
    for (const row of rows) {
      for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
        const weight = (weights[at] as number) / 100
        edges.push({ a: row, b: others[at] as number, weight, confidence: confidenceOfWeight(weight) })
      }
    }
    return edges
  }

  /**
   * Returns whether all pairs of the records match and all their suppliers differ. The records are then one cluster.
   */
  #isOneCluster(rows: readonly number[], edges: readonly ComponentEdge[]): boolean {
    const { match } = this.#scorer.model.thresholds
    if (edges.length < (rows.length * (rows.length - 1)) / 2) return false
    if (edges.some(({ confidence }) => confidence < match)) return false
    const suppliers = new Set(rows.map((row) => this.#features.of(row).supplier ?? -row))
    return suppliers.size === rows.length
  }
}
