import { LIMITS } from '../model/limits.ts'
import type { PairScore, PairScorer } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'
import { DisjointSets } from './constraints/disjoint-sets.ts'
import { CrossSums, type PairVote } from './cross-sums.ts'

/** A record of a component. */
export interface ComponentMember {
  readonly id: RecordId
  readonly supplier: string
  readonly code: string
}

/** An edge between two records of a component. */
export interface ComponentEdge {
  readonly a: RecordId
  readonly b: RecordId
  /** Match weight in bits. */
  readonly weight: number
  /** Confidence of the edge, 0 to 1. */
  readonly confidence: number
}

/** The clusters of a component. */
export interface SplitComponent {
  /** Members of each cluster, in the order of the input. */
  readonly clusters: readonly (readonly ComponentMember[])[]
  /** True if the component exceeded `LIMITS.recordsPerComponent`, so that weak edges were cut before clustering. */
  readonly oversized: boolean
}

/** The constraints from people on the records of a component. */
export interface Constraints {
  /** Must-link sets: sets of records that stay together regardless of the model. */
  readonly mustLinks: readonly (readonly RecordId[])[]
  /** Records of curated products. The algorithm does not join two clusters that both contain such records. */
  readonly curated: ReadonlySet<RecordId>
  /** Reports whether two records were judged different (cannot-link). */
  readonly cannotLink: (a: RecordId, b: RecordId) => boolean
}

/** The limits of joining: the thresholds of the model, and the bits that two codes of a supplier need. */
export type JoiningLimits = Pick<PairScorer, 'sameSupplierBits'> & {
  readonly model: { readonly thresholds: Pick<PairScorer['model']['thresholds'], 'match' | 'review'> }
}

const NO_CONSTRAINTS: Constraints = { mustLinks: [], curated: new Set(), cannotLink: () => false }

/**
 * Splits a connected component into clusters of one product each.
 *
 * First joins the must-link sets. Then takes edges at `match` or above by descending weight (ties by supplier and
 * code). Two clusters join if all of these hold:
 * - at most one of them is curated;
 * - no cross pair is vetoed or judged different;
 * - no cross pair is two codes of one supplier, unless it has the bits that the supplier's habits require;
 * - the mean confidence over all cross pairs is at least `review`.
 *
 * So one strong edge cannot chain two clusters that otherwise disagree. The result depends only on the members, their
 * scores and the constraints.
 *
 * @param scorePair - Scores a pair that has no edge.
 */
export function clusterComponent(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  limits: JoiningLimits,
  scorePair: (a: RecordId, b: RecordId) => PairScore,
  constraints: Constraints = NO_CONSTRAINTS,
): SplitComponent {
  // Most records of a first import have no edge.
  if (members.length === 1) return { clusters: [members], oversized: false }
  const ordered = members.toSorted(compareMembers)
  const position = new Map(ordered.map(({ id }, at) => [id, at]))
  const kept = ordered.length > LIMITS.recordsPerComponent ? cutEdges(ordered.length, edges, position) : edges
  const groups = clusterByEdges(ordered, kept, position, limits, scorePair, constraints)
  return { clusters: groups, oversized: kept !== edges }
}

function compareMembers(a: ComponentMember, b: ComponentMember): number {
  if (a.supplier !== b.supplier) return a.supplier < b.supplier ? -1 : 1
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}

/** Returns the edges above the lowest weight that leaves pieces of at most `LIMITS.recordsPerComponent`. */
function cutEdges(
  count: number,
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
): readonly ComponentEdge[] {
  const descending = edges.toSorted((x, y) => y.weight - x.weight)
  const pieces = new DisjointSets(count)
  let kept = 0
  for (let from = 0; from < descending.length; ) {
    const { weight } = descending[from] as ComponentEdge
    let to = from
    let largest = 0
    for (; to < descending.length && descending[to]?.weight === weight; to++) {
      const { a, b } = descending[to] as ComponentEdge
      const at = position.get(a) as number
      pieces.join(at, position.get(b) as number)
      largest = Math.max(largest, pieces.size(at))
    }
    if (largest > LIMITS.recordsPerComponent) break
    kept = to
    from = to
  }
  return kept === edges.length ? edges : descending.slice(0, kept)
}

/** Scores of pairs by {@link scoreKey}. The score of an edge does not show whether the pair is vetoed. */
type PairScores = Map<number, Omit<PairScore, 'vetoed'> & { readonly vetoed?: boolean }>

/** An edge with confidence `match` or above, between positions i < j. */
interface StrongEdge {
  readonly i: number
  readonly j: number
  readonly weight: number
}

function scoreKey(i: number, j: number, count: number): number {
  return Math.min(i, j) * count + Math.max(i, j)
}

/** Returns the scores of all edges, and the strong edges in the order in which they join clusters. */
function readEdges(
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
  count: number,
  match: number,
): { readonly scores: PairScores; readonly strong: readonly StrongEdge[] } {
  const scores: PairScores = new Map()
  const strong: StrongEdge[] = []
  for (const { a, b, weight, confidence } of edges) {
    const [i, j] = [position.get(a) as number, position.get(b) as number]
    scores.set(scoreKey(i, j, count), { weight, confidence })
    if (confidence >= match) strong.push({ i: Math.min(i, j), j: Math.max(i, j), weight })
  }
  strong.sort((x, y) => y.weight - x.weight || x.i - y.i || x.j - y.j)
  return { scores, strong }
}

function clusterByEdges(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
  limits: JoiningLimits,
  scorePair: (a: RecordId, b: RecordId) => PairScore,
  constraints: Constraints,
): ComponentMember[][] {
  const { thresholds } = limits.model
  const { scores, strong } = readEdges(edges, position, members.length, thresholds.match)
  const clusterOf: number[][] = members.map((_, at) => [at])
  const cross = new CrossSums(voteOf)
  const curatedClusters = new Set<readonly number[]>()
  members.forEach(({ id }, at) => {
    if (constraints.curated.has(id)) curatedClusters.add(clusterOf[at] as number[])
  })
  for (const tie of constraints.mustLinks) joinAll(new Set(tie.map(clusterAt)))
  for (const { i, j } of strong) {
    const left = clusterOf[i] as number[]
    const right = clusterOf[j] as number[]
    if (left !== right && mayJoin(left, right)) join(left, right)
  }
  return [...new Set(clusterOf)].map((group) => group.map((at) => members[at] as ComponentMember))

  function clusterAt(id: RecordId): number[] {
    return clusterOf[position.get(id) as number] as number[]
  }

  /** Joins clusters without adding sums: this function runs before the comparison of any two clusters. */
  function joinAll(groups: ReadonlySet<readonly number[]>): void {
    if (groups.size < 2) return
    const joined = [...groups].flat().sort((x, y) => x - y)
    if ([...groups].some((group) => curatedClusters.has(group))) curatedClusters.add(joined)
    for (const at of joined) clusterOf[at] = joined
  }

  function join(left: readonly number[], right: readonly number[]): void {
    const joined = [...left, ...right].sort((x, y) => x - y)
    if (curatedClusters.has(left) || curatedClusters.has(right)) curatedClusters.add(joined)
    for (const at of joined) clusterOf[at] = joined
    cross.join(left, right, joined)
  }

  function mayJoin(left: readonly number[], right: readonly number[]): boolean {
    if (curatedClusters.has(left) && curatedClusters.has(right)) return false
    return cross.isMeanAtLeast(left, right, thresholds.review)
  }

  function voteOf(i: number, j: number): PairVote {
    const [one, other] = [members[i] as ComponentMember, members[j] as ComponentMember]
    if (constraints.cannotLink(one.id, other.id)) return 'forbidden'
    const key = scoreKey(i, j, members.length)
    let score = scores.get(key)
    if (score === undefined) {
      score = scorePair(one.id, other.id)
      scores.set(key, score)
    }
    if (score.vetoed === true) return 'forbidden'
    return one.supplier === other.supplier && score.weight < limits.sameSupplierBits(one.supplier)
      ? 'forbidden'
      : score.confidence
  }
}
