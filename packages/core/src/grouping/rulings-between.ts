import type { RecordId, RulingRow } from '../storage/rows.ts'
import type { Rulings } from './rulings.ts'

/** Rulings of different that count between two sides, or between what rulings of same connect with them. */
export function differentBetween(rulings: Rulings, left: readonly RecordId[], right: readonly RecordId[]): RulingRow[] {
  const [one, other] = [sameFrom(rulings, left), sameFrom(rulings, right)]
  return [...rulings.different()].filter(({ a, b }) => (one.has(a) && other.has(b)) || (one.has(b) && other.has(a)))
}

/** The rulings of same between two sides; when there are none, those that lead from one to the other through others. */
export function sameBetween(rulings: Rulings, left: readonly RecordId[], right: readonly RecordId[]): RulingRow[] {
  const [one, other] = [new Set(left), new Set(right)]
  const across = rulings.same.filter(({ a, b }) => (one.has(a) && other.has(b)) || (one.has(b) && other.has(a)))
  if (across.length > 0) return across
  const cameBy = sameFrom(rulings, left)
  const path: RulingRow[] = []
  let id = right.find((each) => cameBy.has(each))
  for (let row = cameBy.get(id as RecordId); row !== undefined; row = cameBy.get(id as RecordId)) {
    path.push(row)
    id = row.a === id ? row.b : row.a
  }
  return path.reverse()
}

/** Records that rulings of same make one, each set once: also by way of one that has ended, since it would come back to both. */
export function sameSets(rulings: Rulings): RecordId[][] {
  const known = new Set<RecordId>()
  return rulings.same.flatMap(({ a }): RecordId[][] => {
    if (known.has(a)) return []
    const set = [...sameFrom(rulings, [a]).keys()]
    for (const id of set) known.add(id)
    return [set]
  })
}

/** Everything that rulings of same connect with some records, each with the ruling by which it was reached. */
function sameFrom(rulings: Rulings, ids: readonly RecordId[]): Map<RecordId, RulingRow | undefined> {
  const cameBy = new Map<RecordId, RulingRow | undefined>(ids.map((id) => [id, undefined]))
  for (const id of cameBy.keys()) {
    for (const row of rulings.same) {
      const next = row.a === id ? row.b : row.b === id ? row.a : undefined
      if (next !== undefined && !cameBy.has(next)) cameBy.set(next, row)
    }
  }
  return cameBy
}
