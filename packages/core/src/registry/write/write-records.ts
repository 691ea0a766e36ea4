import type { PendingRecord } from '../../clustering/pending-record.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier, SupplierCode } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../../storage/rows.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { requireRules } from '../context/served-generation.ts'
import { answeringLineage } from '../read/read-products.ts'
import { checkCodes } from '../records/check-codes.ts'
import type { IncomingRecord } from '../records/incoming-record.ts'
import { pendingRecord, wantedRecordId } from '../records/record-row.ts'
import { type StepResult, takeStep, untilFirst } from './take-step.ts'

/** What became of one record. */
export interface WrittenRecord {
  readonly productId: ProductId
  /**
   * `created` a product of its own, or the first record of one; `alerted` the same, and it looks
   * like another product; `linked` to a product that other records are in; `updated` within its
   * product; `unchanged`; `withheld`, since a person deleted its product.
   */
  readonly outcome: 'created' | 'alerted' | 'linked' | 'updated' | 'unchanged' | 'withheld'
  /** Integer of 1/10,000: of its link. */
  readonly confidence: number
}

export interface WriteResult {
  /** One per record, in order. */
  readonly records: readonly WrittenRecord[]
  /** One per record, in order. */
  readonly ids: readonly RecordId[]
  /** The step that wrote them; the last one there was when nothing had to be written. */
  readonly change: ChangeNumber
  readonly skippedKeys: readonly BlockingKey[]
  readonly oversizedComponents: number
  /** The step; absent when nothing had to be written. */
  readonly step?: StepResult
}

export interface WriteOptions {
  readonly token?: string | undefined
  /**
   * Called when everything is worked out and the ledger writes: so much of the records is new or changed. When others were
   * first and the step is worked out again, it is called again.
   */
  readonly whileWritten?: (changed: number) => void
}

/**
 * Writes records as one step: edges are found, components grouped, ids assigned and everything
 * committed under the expectation that nothing it rests on has changed meanwhile. When it has,
 * the whole step is worked out again from what is there now.
 *
 * @param records - At most `LIMITS.recordsPerCommit`, each (supplier, code) once.
 * @throws {@link RegistryError} `revision_conflict` when others were first `LIMITS.commitAttempts` times.
 */
export function writeRecords(
  context: RegistryContext,
  records: readonly IncomingRecord[],
  options: WriteOptions = {},
): Promise<WriteResult> {
  return context.writes.run(async () => {
    requireRules(context)
    return await untilFirst(context, () => tryToWrite(context, records, options))
  })
}

async function tryToWrite(
  context: RegistryContext,
  incoming: readonly IncomingRecord[],
  { token, whileWritten }: WriteOptions,
): Promise<WriteResult> {
  const records = incoming.map(({ record }) => record)
  const { ledger } = context
  const base = (await ledger.head()).change
  const at = now(context)
  const suppliers = await meetSuppliers(context, records, at)
  const { ids, stored } = await storedRecords(context, records)
  const withheld = await withheldRecords(context, stored)
  const pending = new Map<RecordId, PendingRecord>()
  incoming.forEach((record, position) => {
    const id = ids[position] as RecordId
    const next = withheld.has(id) ? undefined : changedRecord(context, id, record, stored[position], at)
    if (next !== undefined) pending.set(next.row.id, next)
  })
  const untouched = (each: StoredRecord | undefined): WrittenRecord => {
    const from = withheld.get(each?.row.id ?? -1)
    return from === undefined ? unchanged(each) : { productId: from, outcome: 'withheld', confidence: 0 }
  }
  if (pending.size === 0 && suppliers.length === 0) {
    return { records: stored.map(untouched), ids, change: base, skippedKeys: [], oversizedComponents: 0 }
  }

  const step = await takeStep(context, {
    base,
    at,
    ...(token === undefined ? {} : { token }),
    suppliers,
    pending,
    whileWritten: () => whileWritten?.(pending.size),
  })
  const { change, written, skippedKeys } = step
  if (step.repeated) {
    // The step was written before and its answer was lost: what is there now is the answer.
    const current = await readInChunks(ids, (chunk) => context.storage.ledger.getRecords(chunk))
    if (current.includes(undefined) || (await isOtherWrite(ledger, change, current, pending))) {
      throw new RegistryError(
        'validation_failed',
        `The token "${token}" names an earlier write of other content; nothing was written. Give each write its own token.`,
      )
    }
    return { records: current.map(untouched), ids, change, skippedKeys: [], oversizedComponents: 0 }
  }
  for (const supplier of suppliers) context.suppliers.set(supplier.id, supplier)

  return {
    records: ids.map((id, position) =>
      pending.has(id) ? (written.get(id) as WrittenRecord) : untouched(stored[position]),
    ),
    ids,
    change,
    skippedKeys,
    oversizedComponents: step.regrouped.oversizedComponents,
    step,
  }
}

/**
 * Whether a step that was written before, under the same token, said something else than what is sent now. Only what
 * a record holds is kept, so a record tells this as long as nobody has written it since; of one that somebody
 * has, what was sent may well be what the step said, and is taken for it.
 *
 * @param differing - Records sent now whose content is not what is stored.
 */
async function isOtherWrite(
  ledger: RegistryContext['ledger'],
  change: ChangeNumber,
  current: readonly (StoredRecord | undefined)[],
  differing: ReadonlyMap<RecordId, PendingRecord>,
): Promise<boolean> {
  if (differing.size === 0) return false
  // A token may be known for longer than the feed is kept.
  const feed = await ledger.changes(change - 1, LIMITS.rowsPerPage).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  const [step, ...later] = feed
  if (step?.change !== change) return false
  const written = new Set(step.records)
  // Of later steps only those of the same millisecond cannot be told by the time of the record.
  const again = new Set(later.filter(({ at }) => at === step.at).flatMap(({ records }) => records))
  return current.some((stored) => {
    if (stored === undefined || !differing.has(stored.row.id)) return false
    const { id, updatedAt } = stored.row
    return !written.has(id) || (updatedAt === step.at && !again.has(id))
  })
}

/** Records that stay out, since a person deleted their product, with that product. */
async function withheldRecords(
  { ledger }: RegistryContext,
  stored: readonly (StoredRecord | undefined)[],
): Promise<Map<RecordId, ProductId>> {
  const gone = stored.flatMap((each) => (each?.row.endedFrom === undefined ? [] : [each.row]))
  const lineage = await readInChunks(gone, (rows) =>
    answeringLineage(
      ledger,
      rows.map(({ endedFrom }) => endedFrom as ProductId),
    ),
  )
  const withheld = new Map<RecordId, ProductId>()
  gone.forEach(({ id }, at) => {
    const answering = lineage[at]
    if (answering?.status === 'deleted') withheld.set(id, answering.id)
  })
  return withheld
}

/** Rows of suppliers that are new with these records, or sell again. Others may have named or ranked the known ones meanwhile. */
async function meetSuppliers(
  context: RegistryContext,
  records: readonly SupplierCode[],
  at: string,
): Promise<Supplier[]> {
  for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  const ids = new Set(records.map(({ supplier }) => supplier))
  return [...ids].flatMap((id) => {
    const known = context.suppliers.get(id)
    if (known === undefined) return [{ id, name: id, priority: 0, since: at }]
    // One that had ended sells again.
    const { endedAt, ...active } = known
    return endedAt === undefined ? [] : [active]
  })
}

/**
 * What is stored of each record, and its id: the stored one, else the hash of supplier and code or the next that is free.
 * Of a code that nobody knows no record is read: should one come meanwhile, the step fails on its revision.
 */
async function storedRecords(
  context: RegistryContext,
  records: readonly SupplierCode[],
): Promise<{ ids: RecordId[]; stored: (StoredRecord | undefined)[] }> {
  const { ledger } = context
  const known = await readInChunks(records, (chunk) => ledger.bySupplierCode(chunk))
  const ids = await recordIds(context, records, known)
  const present = known.filter((id) => id !== undefined)
  const rows = await readInChunks(present, (chunk) => ledger.getRecords(chunk))
  let next = 0
  return { ids, stored: known.map((id) => (id === undefined ? undefined : rows[next++])) }
}

/** @param known - By record, the id that is stored. */
async function recordIds(
  { storage: { ledger, place } }: Pick<RegistryContext, 'storage'>,
  records: readonly SupplierCode[],
  known: readonly (RecordId | undefined)[],
): Promise<RecordId[]> {
  const wanted = records.map(wantedRecordId)
  const missing = wanted.filter((_, at) => known[at] === undefined)
  const occupied = new Set<RecordId>()
  const holders = await readInChunks(missing, (chunk) => ledger.getRecords(chunk))
  holders.forEach((holder, at) => {
    if (holder !== undefined) occupied.add(missing[at] as RecordId)
  })
  await checkCodes(
    ledger,
    records.filter((_, at) => known[at] === undefined),
    holders,
    place,
  )
  const taken = new Set(known)
  const ids: RecordId[] = []
  for (const [at, id] of wanted.entries()) {
    let free = known[at] ?? id
    while (
      known[at] === undefined &&
      (taken.has(free) || occupied.has(free) || (free !== id && (await isTaken(ledger, free))))
    ) {
      free = (free + 1) % Number.MAX_SAFE_INTEGER
    }
    taken.add(free)
    ids.push(free)
  }
  return ids
}

async function isTaken(ledger: RegistryContext['ledger'], id: RecordId): Promise<boolean> {
  return (await ledger.getRecords([id]))[0] !== undefined
}

/** What has to be written of a record; nothing when its content is what is stored. */
function changedRecord(
  { served: { rules }, scorer, gazetteer }: RegistryContext,
  id: RecordId,
  incoming: IncomingRecord,
  before: StoredRecord | undefined,
  at: string,
): PendingRecord | undefined {
  const { record, contentHash } = incoming
  const isStored = before?.row.contentHash === contentHash && before.row.endedAt === undefined
  if (isStored) return undefined
  const reading = incoming.readBy(rules, gazetteer)
  return pendingRecord(id, record, { before, contentHash, reading, rules, scorer, at })
}

function unchanged(stored: StoredRecord | undefined): WrittenRecord {
  return {
    productId: stored?.link?.productId as ProductId,
    outcome: 'unchanged',
    confidence: stored?.link?.confidence ?? 0,
  }
}
