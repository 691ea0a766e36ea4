import { LIMITS } from '../model/limits.ts'
import type { PairScore, PairScorer } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'
import { DisjointSets } from './constraints/disjoint-sets.ts'
import { CrossSums, type MemberCluster } from './cross-sums.ts'
import { type CrossPair, PairVotes } from './pair-votes.ts'

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

/** One edge as clustering took it. */
export interface TakenEdge {
  readonly a: RecordId
  readonly b: RecordId
  /** Match weight in bits. */
  readonly weight: number
  /** The clusters of both ends at that time. A cluster that does not change is the same object. */
  readonly clusters: readonly [MemberCluster, MemberCluster]
  /** `together`: both ends were in one cluster already. `curated_apart`: both clusters are curated. */
  readonly outcome: 'joined' | 'together' | 'refused' | 'curated_apart'
  /** Yields all cross pairs of the two clusters. */
  readonly crossPairs: () => Generator<CrossPair>
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
 * @param record - Receives every edge at `match` or above, in the order in which clustering takes it.
 */
export function clusterComponent(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  limits: JoiningLimits,
  scorePair: (a: RecordId, b: RecordId) => PairScore,
  constraints: Constraints = NO_CONSTRAINTS,
  record?: (edge: TakenEdge) => void,
): SplitComponent {
  // Most records of a first import have no edge.
  if (members.length === 1) return { clusters: [members], oversized: false }
  const ordered = members.toSorted(compareMembers)
  const position = new Map(ordered.map(({ id }, at) => [id, at]))
  const kept = ordered.length > LIMITS.recordsPerComponent ? cutEdges(ordered.length, edges, position) : edges
  const votes = new PairVotes(ordered, limits, scorePair, constraints.cannotLink)
  const groups = clusterByEdges(ordered, kept, position, limits, votes, constraints, record)
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

/** An edge with confidence `match` or above, between positions i < j. */
interface StrongEdge {
  readonly i: number
  readonly j: number
  readonly weight: number
}

/** Adds the scores of all edges to the votes. Returns the strong edges in the order in which they join clusters. */
function readEdges(
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
  votes: PairVotes,
  match: number,
): readonly StrongEdge[] {
  const strong: StrongEdge[] = []
  for (const edge of edges) {
    const [i, j] = [position.get(edge.a) as number, position.get(edge.b) as number]
    votes.add(i, j, edge)
    if (edge.confidence >= match) strong.push({ i: Math.min(i, j), j: Math.max(i, j), weight: edge.weight })
  }
  return strong.sort((x, y) => y.weight - x.weight || x.i - y.i || x.j - y.j)
}

function clusterByEdges(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
  { model: { thresholds } }: JoiningLimits,
  votes: PairVotes,
  { curated, mustLinks }: Constraints,
  record: ((edge: TakenEdge) => void) | undefined,
): ComponentMember[][] {
  const clusterOf: number[][] = members.map((_, at) => [at])
  const cross = new CrossSums((i, j) => votes.of(i, j))
  const curatedClusters = new Set<MemberCluster>()
  members.forEach(({ id }, at) => {
    if (curated.has(id)) curatedClusters.add(clusterOf[at] as number[])
  })
  for (const tie of mustLinks) joinAll(new Set(tie.map(clusterAt)))
  for (const { i, j, weight } of readEdges(edges, position, votes, thresholds.match)) {
    const left = clusterOf[i] as number[]
    const right = clusterOf[j] as number[]
    const outcome = outcomeOf(left, right)
    record?.({
      a: memberAt(i).id,
      b: memberAt(j).id,
      weight,
      clusters: [left, right],
      outcome,
      crossPairs: () => votes.across(left, right),
    })
    if (outcome === 'joined') join(left, right)
  }
  return [...new Set(clusterOf)].map((group) => group.map(memberAt))

  function memberAt(at: number): ComponentMember {
    return members[at] as ComponentMember
  }

  function clusterAt(id: RecordId): number[] {
    return clusterOf[position.get(id) as number] as number[]
  }

  /** Joins clusters without adding sums: this function runs before the comparison of any two clusters. */
  function joinAll(groups: ReadonlySet<MemberCluster>): void {
    if (groups.size < 2) return
    const joined = [...groups].flat().sort((x, y) => x - y)
    if ([...groups].some((group) => curatedClusters.has(group))) curatedClusters.add(joined)
    for (const at of joined) clusterOf[at] = joined
  }

  function join(left: MemberCluster, right: MemberCluster): void {
    const joined = [...left, ...right].sort((x, y) => x - y)
    if (curatedClusters.has(left) || curatedClusters.has(right)) curatedClusters.add(joined)
    for (const at of joined) clusterOf[at] = joined
    cross.join(left, right, joined)
  }

  function outcomeOf(left: MemberCluster, right: MemberCluster): TakenEdge['outcome'] {
    if (left === right) return 'together'
    if (curatedClusters.has(left) && curatedClusters.has(right)) return 'curated_apart'
    return cross.isMeanAtLeast(left, right, thresholds.review) ? 'joined' : 'refused'
  }
}
