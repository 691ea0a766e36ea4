import type { ComponentEdge, ComponentMember, Constraints } from '../../src/clustering/cluster-component.ts'
import type { PairScore } from '../../src/scoring/score-pair.ts'
import type { Thresholds } from '../../src/scoring/scoring-model.ts'

/**
 * Splits a component literally by the rule, as an oracle for {@link divideComponent}. Before two clusters join, it
 * checks all their cross pairs.
 *
 * @param members - The members, ordered by supplier and code, at most `LIMITS.recordsPerComponent`.
 * @returns the ids of each cluster.
 */
export function splitPlainly(
  members: readonly ComponentMember[],
  edges: readonly ComponentEdge[],
  thresholds: Thresholds,
  scorePair: (a: number, b: number) => PairScore,
  bounds: Constraints,
): number[][] {
  const position = new Map(members.map(({ id }, at) => [id, at]))
  const place = (id: number): number => position.get(id) as number
  const pairOf = (a: number, b: number): string => [a, b].sort((x, y) => x - y).join()
  const scores = new Map(edges.map((edge) => [pairOf(edge.a, edge.b), { ...edge, vetoed: false }]))
  const strong = edges
    .filter(({ confidence }) => confidence >= thresholds.match)
    .map(({ a, b, weight }) => (place(a) < place(b) ? { a, b, weight } : { a: b, b: a, weight }))
    .sort((x, y) => y.weight - x.weight || place(x.a) - place(y.a) || place(x.b) - place(y.b))
  let groups = members.map(({ id }) => [id])
  const groupOf = (id: number): number[] => groups.find((group) => group.includes(id)) as number[]
  const join = (left: number[], right: number[]): void => {
    if (left === right) return
    groups = groups.filter((group) => group !== left && group !== right)
    groups.push([...left, ...right].sort((x, y) => place(x) - place(y)))
  }
  const isKept = (group: number[]): boolean => group.some((id) => bounds.curated.has(id))
  const supplierOf = (id: number): string => (members[place(id)] as ComponentMember).supplier
  const mayJoin = (left: number[], right: number[]): boolean => {
    if (isKept(left) && isKept(right)) return false
    let sum = 0
    for (const a of left) {
      for (const b of right) {
        const pair = scores.get(pairOf(a, b)) ?? scorePair(a, b)
        if (bounds.cannotLink(a, b) || pair.vetoed) return false
        if (supplierOf(a) === supplierOf(b) && pair.weight < thresholds.sameSupplierBits) return false
        sum += pair.confidence
      }
    }
    return sum / (left.length * right.length) >= thresholds.review
  }
  for (const [first, ...others] of bounds.mustLinks) {
    for (const id of others) join(groupOf(first as number), groupOf(id))
  }
  for (const { a, b } of strong) {
    const [left, right] = [groupOf(a), groupOf(b)]
    if (left !== right && mayJoin(left, right)) join(left, right)
  }
  return groups
}
