import type { JudgementRow, RecordId } from '../../storage/rows.ts'
import { DisjointSets } from './disjoint-sets.ts'
import type { Judgements } from './judgements.ts'

/**
 * Returns the active `different` judgements between two sets of records. Each set includes the records that `same`
 * judgements connect with it.
 */
export function differentBetween(
  judgements: Judgements,
  left: readonly RecordId[],
  right: readonly RecordId[],
): JudgementRow[] {
  if (!judgements.hasDifferent) return []
  const one = rootsOf(judgements, left)
  return differentBetweenRoots(judgements, one, left === right ? one : rootsOf(judgements, right))
}

/** Returns the same as {@link differentBetween}, for sets of records whose roots are given. */
export function differentBetweenRoots(
  judgements: Judgements,
  one: ReadonlySet<RecordId>,
  other: ReadonlySet<RecordId>,
): JudgementRow[] {
  const found = new Set<JudgementRow>()
  for (const root of one.size <= other.size ? one : other) {
    for (const row of judgements.differentOf(root)) {
      const [a, b] = [judgements.rootOf(row.a), judgements.rootOf(row.b)]
      if ((one.has(a) && other.has(b)) || (one.has(b) && other.has(a))) found.add(row)
    }
  }
  return [...found]
}

/**
 * Returns the active `different` judgements between any two of several sets of records. These judgements forbid a merge
 * of all sets. Each set includes the records that `same` judgements connect with it.
 */
export function differentAmong(judgements: Judgements, sides: readonly (readonly RecordId[])[]): JudgementRow[] {
  if (!judgements.hasDifferent) return []
  const positions = new Map<RecordId, number>()
  const roots = sides.map((records) => [...rootsOf(judgements, records)])
  for (const root of roots.flat()) if (!positions.has(root)) positions.set(root, positions.size)
  // Sets that a `same` judgement connects already count as one set.
  const joined = new DisjointSets(positions.size)
  const positionOf = (root: RecordId | undefined): number | undefined => positions.get(root as RecordId)
  for (const [first, ...others] of roots) {
    for (const root of others) joined.join(positionOf(first) as number, positionOf(root) as number)
  }
  const found = new Set<JudgementRow>()
  for (const root of positions.keys()) {
    for (const row of judgements.differentOf(root)) {
      const [a, b] = [positionOf(judgements.rootOf(row.a)), positionOf(judgements.rootOf(row.b))]
      if (a !== undefined && b !== undefined && joined.find(a) !== joined.find(b)) found.add(row)
    }
  }
  return [...found]
}

/**
 * Returns the `same` judgements between two sets of records. Without a direct judgement, returns a path of `same`
 * judgements through other records.
 */
export function sameBetween(
  judgements: Judgements,
  left: readonly RecordId[],
  right: readonly RecordId[],
): JudgementRow[] {
  const roots = rootsOf(judgements, left)
  if (!right.some((id) => roots.has(judgements.rootOf(id)))) return []
  const [one, other] = [new Set(left), new Set(right)]
  const across = [...one].flatMap((id) => judgements.sameOf(id).filter(({ a, b }) => other.has(a === id ? b : a)))
  if (across.length > 0) return [...new Set(across)]
  const reachedBy = reachedBySame(judgements, left)
  const path: JudgementRow[] = []
  let id = right.find((each) => reachedBy.has(each))
  for (let row = reachedBy.get(id as RecordId); row !== undefined; row = reachedBy.get(id as RecordId)) {
    path.push(row)
    id = row.a === id ? row.b : row.a
  }
  return path.reverse()
}

/**
 * Returns sets of records connected by `same` judgements. An inactive record also connects records, since it could
 * return to the products of all of them.
 */
export function sameSets(judgements: Judgements): RecordId[][] {
  const sets = new Map<RecordId, Set<RecordId>>()
  for (const { a, b } of judgements.same) {
    const root = judgements.rootOf(a)
    const set = sets.get(root)
    if (set === undefined) sets.set(root, new Set([a, b]))
    else set.add(a).add(b)
  }
  return [...sets.values()].map((set) => [...set])
}

/** Returns the roots of some records, see {@link Judgements.rootOf}. */
export function rootsOf(judgements: Judgements, ids: readonly RecordId[]): Set<RecordId> {
  return new Set(ids.map((id) => judgements.rootOf(id)))
}

/** Returns all records that `same` judgements connect with the given records, each with the connecting judgement. */
function reachedBySame(judgements: Judgements, ids: readonly RecordId[]): Map<RecordId, JudgementRow | undefined> {
  const cameBy = new Map<RecordId, JudgementRow | undefined>(ids.map((id) => [id, undefined]))
  for (const id of cameBy.keys()) {
    for (const row of judgements.sameOf(id)) {
      const next = row.a === id ? row.b : row.a
      if (!cameBy.has(next)) cameBy.set(next, row)
    }
  }
  return cameBy
}
