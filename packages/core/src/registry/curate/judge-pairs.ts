import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { Ledger, StoredRecord } from '../../storage/ledger.ts'
import type { JudgementRow, RecordId } from '../../storage/rows.ts'

/** Builds a judgement for the next commit. Its change number is 0; the ledger replaces 0 with the commit's number. */
export function judgement(
  [one, other]: readonly [RecordId, RecordId],
  verdict: JudgementRow['verdict'],
  { actor, note, at }: { readonly actor: string; readonly note?: string | undefined; readonly at: string },
): JudgementRow {
  const [a, b] = one < other ? [one, other] : [other, one]
  return { a, b, verdict, actor, at, change: 0, ...defined({ note }) }
}

/**
 * Rejects a decision about more pairs than fit into one transaction.
 *
 * @param advice - A sentence that advises the caller.
 * @throws {@link RegistryError} `validation_failed`
 */
export function rejectTooManyPairs(left: readonly RecordId[], right: readonly RecordId[], advice: string): void {
  const pairs = left.length * right.length
  if (pairs <= LIMITS.judgementsPerDecision) return
  throw validationError(
    `This would judge ${pairs} pairs of records (${left.length} with ${right.length}); one decision judges at most ${LIMITS.judgementsPerDecision}. ${advice}`,
    { details: { pairs, max: LIMITS.judgementsPerDecision } },
  )
}

/** Yields every pair of a left record and a right record. */
export function* crossPairs(
  left: readonly RecordId[],
  right: readonly RecordId[],
): Generator<readonly [RecordId, RecordId]> {
  for (const a of left) for (const b of right) yield [a, b]
}

/**
 * Rejects a decision that contradicts earlier judgements.
 *
 * @param contradicting - The earlier judgements that the decision contradicts.
 * @throws {@link RegistryError} `judgement_conflict`, with the earlier judgements in `details.judgements`.
 */
export function rejectConflict(
  what: string,
  contradicting: readonly JudgementRow[],
  records: ReadonlyMap<RecordId, StoredRecord>,
): void {
  const [first] = contradicting
  if (first === undefined) return
  const name = (id: RecordId): string => {
    const record = records.get(id)?.row.record
    return record === undefined ? `record ${id}` : `${record.supplier}:${record.code}`
  }
  const judgements = contradicting.map((row) => namedJudgement(row, name))
  const changes = [...new Set(contradicting.map(({ change }) => change))]
  throw new RegistryError(
    'judgement_conflict',
    `${what} contradicts a judgement of ${first.actor} on ${first.at}: ${name(first.a)} and ${name(first.b)} are ${first.verdict} (change ${first.change}${changes.length > 1 ? ` and ${changes.length - 1} more` : ''}). Undo that judgement first.`,
    { details: { judgements, changes } },
  )
}

/** Returns a judgement with the names of its two records. */
export function namedJudgement<Name>(
  { a, b, verdict, actor, at, change, note }: JudgementRow,
  name: (id: RecordId) => Name,
): Omit<JudgementRow, 'a' | 'b' | 'withdrawnAt'> & { readonly records: readonly [Name, Name] } {
  return { records: [name(a), name(b)], verdict, actor, at, change, ...defined({ note }) }
}

/** Reads the records that judgements are about, so that messages can name the records. */
export async function recordsOfJudgements(
  ledger: Pick<Ledger, 'getRecords'>,
  rows: readonly JudgementRow[],
): Promise<Map<RecordId, StoredRecord>> {
  const ids = [...new Set(rows.flatMap(({ a, b }) => [a, b]))]
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return new Map(stored.flatMap((each) => (each === undefined ? [] : [[each.row.id, each] as const])))
}

/**
 * Reads the judgements on some records, and on all records that `same` judgements connect with these records. The
 * result includes withdrawn judgements. Inactive records count, since their judgements apply again when the records
 * return.
 */
export async function readJudgements(
  ledger: Pick<Ledger, 'judgements'>,
  ids: Iterable<RecordId>,
): Promise<JudgementRow[]> {
  const rows = new Map<string, JudgementRow>()
  const known = new Set(ids)
  for (let unread = [...known]; unread.length > 0; ) {
    const found = (await readInChunks(unread, (chunk) => ledger.judgements(chunk))).flat()
    for (const row of found) rows.set(`${row.a}:${row.b}`, row)
    const same = found.filter(({ verdict, withdrawnAt }) => verdict === 'same' && withdrawnAt === undefined)
    unread = [...new Set(same.flatMap(({ a, b }) => [a, b]))].filter((id) => !known.has(id))
    for (const id of unread) known.add(id)
  }
  return [...rows.values()]
}
