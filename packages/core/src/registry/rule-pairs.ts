import type { Rulings } from '../grouping/rulings.ts'
import { LIMITS } from '../model/limits.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { Ledger, StoredRecord } from '../storage/ledger.ts'
import { readInChunks } from '../storage/read-in-chunks.ts'
import type { RecordId, RulingRow } from '../storage/rows.ts'

/** A ruling of this step; the ledger puts its number in the place of 0. */
export function ruling(
  [one, other]: readonly [RecordId, RecordId],
  verdict: RulingRow['verdict'],
  { by, note, at }: { readonly by: string; readonly note?: string | undefined; readonly at: string },
): RulingRow {
  const [a, b] = one < other ? [one, other] : [other, one]
  return { a, b, verdict, by, at, change: 0, ...(note === undefined ? {} : { note }) }
}

/**
 * Refuses to rule on more pairs than a step takes.
 *
 * @param cure - What the caller may do instead, as a sentence.
 * @throws {@link RegistryError} `validation_failed`
 */
export function refuseTooManyPairs(left: readonly RecordId[], right: readonly RecordId[], cure: string): void {
  const pairs = left.length * right.length
  if (pairs <= LIMITS.rulingsPerDecision) return
  throw new RegistryError(
    'validation_failed',
    `This would rule on ${pairs} pairs of records (${left.length} with ${right.length}), and one decision rules on at most ${LIMITS.rulingsPerDecision}. ${cure}`,
    { details: { pairs, most: LIMITS.rulingsPerDecision } },
  )
}

/** Every pair of one record of each side. */
export function* crossPairs(
  left: readonly RecordId[],
  right: readonly RecordId[],
): Generator<readonly [RecordId, RecordId]> {
  for (const a of left) for (const b of right) yield [a, b]
}

/**
 * Refuses a decision that earlier rulings speak against.
 *
 * @param against - The rulings that say the opposite.
 * @throws {@link RegistryError} `ruling_conflict`, with those rulings in `details.rulings`.
 */
export function refuseConflict(
  what: string,
  against: readonly RulingRow[],
  records: ReadonlyMap<RecordId, StoredRecord>,
): void {
  const [first] = against
  if (first === undefined) return
  const name = (id: RecordId): string => {
    const record = records.get(id)?.row.record
    return record === undefined ? `record ${id}` : `${record.supplier}:${record.code}`
  }
  const rulings = against.map(({ a, b, verdict, by, at, change, note }) => ({
    records: [name(a), name(b)],
    verdict,
    by,
    at,
    change,
    ...(note === undefined ? {} : { note }),
  }))
  const changes = [...new Set(against.map(({ change }) => change))]
  throw new RegistryError(
    'ruling_conflict',
    `${what} contradicts what ${first.by} ruled on ${first.at}: ${name(first.a)} and ${name(first.b)} are ${first.verdict} (change ${first.change}${changes.length > 1 ? ` and ${changes.length - 1} more` : ''}). Undo that first.`,
    { details: { rulings, changes } },
  )
}

/** The records that rulings are on, so that they can be named. */
export async function recordsRuledOn(
  ledger: Pick<Ledger, 'getRecords'>,
  rows: readonly RulingRow[],
): Promise<Map<RecordId, StoredRecord>> {
  const ids = [...new Set(rows.flatMap(({ a, b }) => [a, b]))]
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return new Map(stored.flatMap((each) => (each === undefined ? [] : [[each.row.id, each] as const])))
}

/**
 * What people ruled on some records and on all that rulings of same connect with them, also what was withdrawn. Records
 * that have ended count: a ruling on one holds when it comes back.
 */
export async function readRulings(ledger: Pick<Ledger, 'rulings'>, ids: Iterable<RecordId>): Promise<RulingRow[]> {
  const rows = new Map<string, RulingRow>()
  const known = new Set(ids)
  for (let unread = [...known]; unread.length > 0; ) {
    const found = (await readInChunks(unread, (chunk) => ledger.rulings(chunk))).flat()
    for (const row of found) rows.set(`${row.a}:${row.b}`, row)
    const same = found.filter(({ verdict, withdrawnAt }) => verdict === 'same' && withdrawnAt === undefined)
    unread = [...new Set(same.flatMap(({ a, b }) => [a, b]))].filter((id) => !known.has(id))
    for (const id of unread) known.add(id)
  }
  return [...rows.values()]
}

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
