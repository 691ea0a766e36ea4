import type { PendingRecord } from '../../clustering/pending-record.ts'
import { isSameData } from '../../encoding/same-data.ts'
import { CounterChanges } from '../../golden-record/counter-changes.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { assignedBy, CONCORDANCE_LIST, codeOfConcordanceRow, setsOfRow } from '../../storage/concordance-rows.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, ConcordanceFacts, ConcordanceList, ConcordanceRow, RecordId } from '../../storage/rows.ts'
import { requireRules } from '../context/active-generation.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { contentForFeatures } from '../records/content-for-features.ts'
import { extractRecord } from '../records/incoming-record.ts'
import { preferredRecordId, reassignedRecord } from '../records/record-row.ts'
import { retryOnConflict, runTransaction } from '../write/run-transaction.ts'
import { storedRecords } from '../write/write-records.ts'

/** The change of a code in one concordance. */
export interface SetChange {
  /** The sets before and after, sorted; empty if the code was or is not in the concordance. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The result of an update. */
export interface UpdatedSets {
  readonly changes: readonly SetChange[]
  /** The number of records that were written because their assigned identifiers changed. */
  readonly records: number
  /** The change of the transaction; undefined if nothing changed. */
  readonly change: ChangeNumber | undefined
}

/** The facts of a concordance after an update; undefined to remove the concordance from the list. */
export type NextFacts = (before: ConcordanceFacts | undefined, at: string) => ConcordanceFacts | undefined

/**
 * Changes the sets of some codes in one concordance, in one transaction, and clusters the records of these codes again
 * as an import with the identifiers would. So clusters do not depend on whether a code or its record arrives first.
 *
 * @param ids - The ids of the rows of the codes, each once.
 * @param nextSets - Returns the sets of a code after the update.
 * @param nextFacts - Returns the facts after the update. If neither sets nor facts change, nothing is written.
 */
export function updateSets(
  context: RegistryContext,
  name: string,
  ids: readonly string[],
  nextSets: (id: string, before: readonly string[]) => readonly string[],
  nextFacts: NextFacts,
): Promise<UpdatedSets> {
  return context.writes.runExclusive(async () => {
    requireRules(context)
    return await retryOnConflict(context, () => attempt(context, name, ids, nextSets, nextFacts))
  })
}

async function attempt(
  context: RegistryContext,
  name: string,
  ids: readonly string[],
  nextSets: (id: string, before: readonly string[]) => readonly string[],
  nextFacts: NextFacts,
): Promise<UpdatedSets> {
  const { ledger } = context
  const { change: readVersion } = await ledger.head()
  const at = now(context)
  const [list, ...stored] = await readInChunks([CONCORDANCE_LIST, ...ids], (chunk) => ledger.concordances(chunk))
  const counters = new CounterChanges()
  const changes: SetChange[] = []
  const rows: ConcordanceRow[] = []
  for (const [place, id] of ids.entries()) {
    const row = stored[place]
    const [before = [], others] = taken(setsOfRow(row), name)
    const after = nextSets(id, before)
    if (isSameData(before, after)) continue
    changes.push({ before, after })
    const content = after.length === 0 ? others : { ...others, [name]: after }
    const next = Object.keys(content).length === 0 ? { id } : { id, content }
    counters.concordances(row, -1)
    counters.concordances(next, 1)
    rows.push(next)
  }
  const [factsBefore, otherFacts] = taken((list?.content ?? {}) as ConcordanceList, name)
  const factsAfter = nextFacts(factsBefore, at)
  if (rows.length === 0 && isSameData(factsBefore, factsAfter)) return { changes, records: 0, change: undefined }
  const { pending, absent } = await affectedRecords(context, rows)
  const content = factsAfter === undefined ? otherFacts : { ...otherFacts, [name]: factsAfter }
  const listAfter = { id: CONCORDANCE_LIST, ...(Object.keys(content).length === 0 ? {} : { content }) }
  const { change } = await runTransaction(context, {
    readVersion,
    at,
    pending,
    concordances: { rows: [listAfter, ...rows], absent, counters: counters.finish() },
  })
  return { changes, records: pending.size, change }
}

/** Returns the records whose assigned identifiers differ from those of the rows of their codes, and the free ids of codes without a record. */
export async function affectedRecords(
  context: RegistryContext,
  rows: readonly ConcordanceRow[],
): Promise<{ pending: Map<RecordId, PendingRecord>; absent: RecordId[] }> {
  const { active, gazetteer, fields } = context
  const codes = rows.flatMap(({ id }) => codeOfConcordanceRow(id) ?? [])
  const { ids, stored } = await storedRecords(context, codes)
  await checkAbsent(
    context,
    codes.filter((code, place) => stored[place] === undefined && ids[place] !== preferredRecordId(code)),
  )
  const pending = new Map<RecordId, PendingRecord>()
  const absent: RecordId[] = []
  for (const [place, before] of stored.entries()) {
    const id = ids[place] as RecordId
    const assigned = assignedBy(rows[place])
    if (before === undefined) absent.push(id)
    else if (!isSameData(before.row.assigned ?? [], assigned)) {
      const content = contentForFeatures(before.row.record, fields)
      const extracted = extractRecord(content, assigned, active.rules, gazetteer)
      pending.set(id, reassignedRecord(before, assigned, extracted))
    }
  }
  return { pending, absent }
}

/** Returns the value of a name, and the other values. A name such as `constructor` has no inherited value. */
function taken<Value>(
  values: Readonly<Record<string, Value>>,
  name: string,
): readonly [value: Value | undefined, others: Readonly<Record<string, Value>>] {
  const { [name]: value, ...others } = values
  return [Object.hasOwn(values, name) ? value : undefined, others]
}

/**
 * Checks that no other process has added a record with one of these codes since the codes were looked up. Such a record
 * has the preferred id of its code, so that another id looks free.
 *
 * @throws {@link RegistryError} `revision_conflict`
 */
async function checkAbsent({ ledger }: RegistryContext, codes: readonly SupplierCode[]): Promise<void> {
  const ids = await readInChunks(codes, (chunk) => ledger.bySupplierCode(chunk))
  if (ids.every((id) => id === undefined)) return
  throw new RegistryError('revision_conflict', 'A record was written while the sets of its code were stored.')
}
