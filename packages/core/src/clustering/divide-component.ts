import { LIMITS } from '../model/limits.ts'
import type { PairScore } from '../scoring/score-pair.ts'
import type { Thresholds } from '../scoring/scoring-model.ts'
import type { RecordId } from '../storage/rows.ts'
import { DisjointSets } from './constraints/disjoint-sets.ts'
import { CrossSums, type PairVote } from './cross-sums.ts'

/** A record of a component. */
export interface ComponentMember {
  readonly id: RecordId
  readonly supplier: string
  readonly code: string
}

/** What connects two of its records. */
export interface ComponentEdge {
  readonly a: RecordId
  readonly b: RecordId
  /** Match weight in bits. */
  readonly weight: number
  /** 0 to 1. */
  readonly confidence: number
}

/** What a component was divided into. */
export interface DividedComponent {
  /** Members of each group, in the order the members were given. */
  readonly groups: readonly (readonly ComponentMember[])[]
  /** True when the component was above `LIMITS.recordsPerComponent` and was cut first. */
  readonly oversized: boolean
}

/** What people have decided about the records of a component. */
export interface PeopleBounds {
  /** Sets of records that stay together, whatever the model says. */
  readonly ties: readonly (readonly RecordId[])[]
  /** Records of products that people keep: two groups that hold some are not joined. */
  readonly kept: ReadonlySet<RecordId>
  /** Whether people ruled two records different. */
  readonly areDifferent: (a: RecordId, b: RecordId) => boolean
}

const NO_BOUNDS: PeopleBounds = { ties: [], kept: new Set(), areDifferent: () => false }

/**
 * Divides a connected component into groups: the records that are one product.
 *
 * What people tied comes first. Then edges at `match` or above are taken by descending weight (ties by supplier and
 * code); two groups join if and only if not both are kept by people, no cross pair is vetoed or ruled different, no cross pair is two codes of one
 * supplier (unless that pair has `sameSupplierBits`), and the mean confidence over all cross
 * pairs is at least `review`. So one strong edge cannot chain two groups that otherwise
 * disagree. The outcome depends on the members, their scores, people's bounds and nothing else.
 *
 * @param scorePair - Scores a pair that has no edge.
 */
export function divideComponent(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  thresholds: Thresholds,
  scorePair: (a: RecordId, b: RecordId) => PairScore,
  bounds: PeopleBounds = NO_BOUNDS,
): DividedComponent {
  // Most records of a first import are like no other.
  if (members.length === 1) return { groups: [members], oversized: false }
  const ordered = members.toSorted(compareMembers)
  const position = new Map(ordered.map(({ id }, at) => [id, at]))
  const kept = ordered.length > LIMITS.recordsPerComponent ? cutEdges(ordered.length, edges, position) : edges
  const groups = groupByEdges(ordered, kept, position, thresholds, scorePair, bounds)
  return { groups, oversized: kept !== edges }
}

function compareMembers(a: ComponentMember, b: ComponentMember): number {
  if (a.supplier !== b.supplier) return a.supplier < b.supplier ? -1 : 1
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}

/** The edges above the lowest weight that leaves pieces of at most `LIMITS.recordsPerComponent`. */
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
  return descending.slice(0, kept)
}

function groupByEdges(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  position: ReadonlyMap<RecordId, number>,
  thresholds: Thresholds,
  scorePair: (a: RecordId, b: RecordId) => PairScore,
  bounds: PeopleBounds,
): ComponentMember[][] {
  const scores = new Map<number, Omit<PairScore, 'vetoed'> & { readonly vetoed?: boolean }>()
  const scoreKey = (i: number, j: number): number => Math.min(i, j) * members.length + Math.max(i, j)
  const strong: { i: number; j: number; weight: number }[] = []
  for (const { a, b, weight, confidence } of edges) {
    const [i, j] = [position.get(a) as number, position.get(b) as number]
    scores.set(scoreKey(i, j), { weight, confidence })
    if (confidence >= thresholds.match) strong.push({ i: Math.min(i, j), j: Math.max(i, j), weight })
  }
  strong.sort((x, y) => y.weight - x.weight || x.i - y.i || x.j - y.j)

  const groupOf: number[][] = members.map((_, at) => [at])
  const cross = new CrossSums(voteOf)
  const keptGroups = new Set<readonly number[]>()
  members.forEach(({ id }, at) => {
    if (bounds.kept.has(id)) keptGroups.add(groupOf[at] as number[])
  })
  for (const tie of bounds.ties) joinAll(new Set(tie.map(groupAt)))
  for (const { i, j } of strong) {
    const left = groupOf[i] as number[]
    const right = groupOf[j] as number[]
    if (left !== right && mayJoin(left, right)) join(left, right)
  }
  return [...new Set(groupOf)].map((group) => group.map((at) => members[at] as ComponentMember))

  function groupAt(id: RecordId): number[] {
    return groupOf[position.get(id) as number] as number[]
  }

  /** Before any two groups were compared: so there is nothing to be added up. */
  function joinAll(groups: ReadonlySet<readonly number[]>): void {
    if (groups.size < 2) return
    const joined = [...groups].flat().sort((x, y) => x - y)
    if ([...groups].some((group) => keptGroups.has(group))) keptGroups.add(joined)
    for (const at of joined) groupOf[at] = joined
  }

  function join(left: readonly number[], right: readonly number[]): void {
    const joined = [...left, ...right].sort((x, y) => x - y)
    if (keptGroups.has(left) || keptGroups.has(right)) keptGroups.add(joined)
    for (const at of joined) groupOf[at] = joined
    cross.join(left, right, joined)
  }

  function mayJoin(left: readonly number[], right: readonly number[]): boolean {
    if (keptGroups.has(left) && keptGroups.has(right)) return false
    return cross.isMeanAtLeast(left, right, thresholds.review)
  }

  function voteOf(i: number, j: number): PairVote {
    const [one, other] = [members[i] as ComponentMember, members[j] as ComponentMember]
    if (bounds.areDifferent(one.id, other.id)) return 'forbidden'
    const key = scoreKey(i, j)
    let score = scores.get(key)
    if (score === undefined) {
      score = scorePair(one.id, other.id)
      scores.set(key, score)
    }
    if (score.vetoed === true) return 'forbidden'
    return one.supplier === other.supplier && score.weight < thresholds.sameSupplierBits
      ? 'forbidden'
      : score.confidence
  }
}
