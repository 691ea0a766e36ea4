import type { PendingRecord } from '../../clustering/pending-record.ts'
import { isSameData } from '../../encoding/same-data.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Identifier, Supplier, SupplierCode } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { BlockingKey, ChangeNumber, RecordId } from '../../storage/rows.ts'
import { requireRules } from '../context/active-generation.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { currentLineage } from '../read/read-products.ts'
import { readAssigned } from '../records/assigned-identifiers.ts'
import { checkCodes } from '../records/check-codes.ts'
import type { IncomingRecord } from '../records/incoming-record.ts'
import { pendingRecord, preferredRecordId, recordWithNewDetails } from '../records/record-row.ts'
import { retryOnConflict, runTransaction, type TransactionResult } from './run-transaction.ts'

/** The outcome of one record. */
export interface WrittenRecord {
  readonly productId: ProductId
  /**
   * The outcome. `created`: the record is the first record of a new product. `alerted`: like `created`, but the new
   * product looks like another product. `linked`: the record is linked to a product with other records. `updated`: the
   * record stays in its product. `unchanged`: the content is the same. `suppressed`: the record is suppressed, since a
   * person deleted the product of its code.
   */
  readonly outcome: 'created' | 'alerted' | 'linked' | 'updated' | 'unchanged' | 'suppressed'
  /** The confidence of the link, an integer in units of 1/10,000. */
  readonly confidence: number
}

export interface WriteResult {
  /** The outcomes, one per record, in order. */
  readonly records: readonly WrittenRecord[]
  /** The ids, one per record, in order. */
  readonly ids: readonly RecordId[]
  /** The number of the transaction's change. If nothing was written, the latest change. */
  readonly change: ChangeNumber
  readonly skippedKeys: readonly BlockingKey[]
  readonly oversizedComponents: number
  /** The transaction; absent if nothing was written. */
  readonly step?: TransactionResult
}

export interface WriteOptions {
  readonly idempotencyKey?: string | undefined
  /**
   * A callback with the number of new or changed records, called when the ledger starts to write. If a conflict repeats
   * the transaction, the callback is called again.
   */
  readonly onWriting?: (changed: number) => void
}

/**
 * Writes records in one transaction: finds edges, clusters components, assigns ids and commits everything. The commit
 * has the precondition that no input has changed meanwhile. After a conflict, the function computes the whole
 * transaction again from the current state.
 *
 * @param records - At most `LIMITS.recordsPerCommit` records, each pair of supplier and code only once.
 * @throws {@link RegistryError} `revision_conflict` after `LIMITS.commitAttempts` conflicts.
 */
export function writeRecords(
  context: RegistryContext,
  records: readonly IncomingRecord[],
  options: WriteOptions = {},
): Promise<WriteResult> {
  return context.writes.runExclusive(async () => {
    requireRules(context)
    return await retryOnConflict(context, () => attemptToWrite(context, records, options))
  })
}

async function attemptToWrite(
  context: RegistryContext,
  incoming: readonly IncomingRecord[],
  { idempotencyKey, onWriting }: WriteOptions,
): Promise<WriteResult> {
  const records = incoming.map(({ record }) => record)
  const { ledger } = context
  const base = (await ledger.head()).change
  const at = now(context)
  const suppliers = await newSuppliers(context, records, at)
  const [{ ids, stored }, assigned] = await Promise.all([
    storedRecords(context, records),
    readAssigned(ledger, records),
  ])
  const suppressed = await suppressedRecords(context, stored)
  const pending = new Map<RecordId, PendingRecord>()
  incoming.forEach((record, position) => {
    const id = ids[position] as RecordId
    const next = suppressed.has(id)
      ? undefined
      : changedRecord(context, id, record, { before: stored[position], assigned: assigned[position] ?? [], at })
    if (next !== undefined) pending.set(next.row.id, next)
  })
  const unchangedOutcome = (each: StoredRecord | undefined): WrittenRecord => {
    const from = suppressed.get(each?.row.id ?? -1)
    return from === undefined ? unchanged(each) : { productId: from, outcome: 'suppressed', confidence: 0 }
  }
  if (pending.size === 0 && suppliers.length === 0) {
    return { records: stored.map(unchangedOutcome), ids, change: base, skippedKeys: [], oversizedComponents: 0 }
  }

  const step = await runTransaction(context, {
    readVersion: base,
    at,
    ...defined({ idempotencyKey }),
    suppliers,
    pending,
    onWriting: () => onWriting?.(pending.size),
  })
  const { change, written, skippedKeys } = step
  if (step.repeated) {
    // An earlier call wrote this transaction, but its response was lost. So this call returns the current state.
    const current = await readInChunks(ids, (chunk) => context.storage.ledger.getRecords(chunk))
    if (current.includes(undefined) || (await isOtherWrite(ledger, change, current, pending))) {
      throw validationError(
        `The idempotency key "${idempotencyKey}" belongs to an earlier write with other content; nothing was written. Use a new idempotency key for each write.`,
      )
    }
    return { records: current.map(unchangedOutcome), ids, change, skippedKeys: [], oversizedComponents: 0 }
  }
  for (const supplier of suppliers) context.suppliers.set(supplier.id, supplier)

  return {
    records: ids.map((id, position) =>
      pending.has(id) ? (written.get(id) as WrittenRecord) : unchangedOutcome(stored[position]),
    ),
    ids,
    change,
    skippedKeys,
    oversizedComponents: step.reclustered.oversizedComponents,
    step,
  }
}

/**
 * Reports whether the earlier transaction with the same idempotency key had other content than this write. The ledger
 * stores only current contents. So a record proves a difference only if no process has written the record since.
 * Otherwise, the function assumes equal contents.
 *
 * @param differing - Records of this write whose content differs from the stored content.
 */
async function isOtherWrite(
  ledger: RegistryContext['ledger'],
  change: ChangeNumber,
  current: readonly (StoredRecord | undefined)[],
  differing: ReadonlyMap<RecordId, PendingRecord>,
): Promise<boolean> {
  if (differing.size === 0) return false
  // A ledger may store an idempotency key for longer than the changes in its change feed.
  const feed = await ledger.changes(change - 1, LIMITS.rowsPerPage).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'changes_expired') return []
    throw error
  })
  const [step, ...later] = feed
  if (step?.change !== change) return false
  const written = new Set(step.records)
  // The time of a record shows which transaction wrote it, except for later transactions in the same millisecond.
  const again = new Set(later.filter(({ changedAt }) => changedAt === step.changedAt).flatMap(({ records }) => records))
  return current.some((stored) => {
    if (stored === undefined || !differing.has(stored.row.id)) return false
    const { id, updatedAt } = stored.row
    return !written.has(id) || (updatedAt === step.changedAt && !again.has(id))
  })
}

/** Returns suppressed records, each with its product, which a person has deleted. */
async function suppressedRecords(
  { ledger }: RegistryContext,
  stored: readonly (StoredRecord | undefined)[],
): Promise<Map<RecordId, ProductId>> {
  const inactive = stored.flatMap((each) => (each?.row.formerProduct === undefined ? [] : [each.row]))
  const lineage = await readInChunks(inactive, (rows) =>
    currentLineage(
      ledger,
      rows.map(({ formerProduct }) => formerProduct as ProductId),
    ),
  )
  const suppressed = new Map<RecordId, ProductId>()
  inactive.forEach(({ id }, at) => {
    const answering = lineage[at]
    if (answering?.status === 'deleted') suppressed.set(id, answering.id)
  })
  return suppressed
}

/**
 * Returns the rows of suppliers that are new with these records, or that become active again. The function reads
 * existing suppliers first, since other processes may have changed their names or priorities.
 */
async function newSuppliers(
  context: RegistryContext,
  records: readonly SupplierCode[],
  at: string,
): Promise<Supplier[]> {
  for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
  const ids = new Set(records.map(({ supplier }) => supplier))
  return [...ids].flatMap((id) => {
    const known = context.suppliers.get(id)
    if (known === undefined) return [{ id, name: id, priority: 0, since: at }]
    // An inactive supplier becomes active again.
    const { deactivatedAt, ...active } = known
    return deactivatedAt === undefined ? [] : [active]
  })
}

/**
 * Returns the stored row and the id of each record. The id is the stored id, or the hash of supplier and code, or the
 * next free id. The function reads no record for new codes. If another writer adds such a record meanwhile, the
 * transaction fails because of the record's revision.
 */
export async function storedRecords(
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

/**
 * Returns the id of each record.
 *
 * @param known - The stored id of each record.
 */
async function recordIds(
  { storage: { ledger, place } }: Pick<RegistryContext, 'storage'>,
  records: readonly SupplierCode[],
  known: readonly (RecordId | undefined)[],
): Promise<RecordId[]> {
  const wanted = records.map(preferredRecordId)
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

/** Returns the changes to write for a record; undefined if its content equals the stored content. */
function changedRecord(
  { active: { rules }, scorer, gazetteer }: RegistryContext,
  id: RecordId,
  incoming: IncomingRecord,
  {
    before,
    assigned,
    at,
  }: { readonly before: StoredRecord | undefined; readonly assigned: readonly Identifier[]; readonly at: string },
): PendingRecord | undefined {
  const { record, details, contentHash } = incoming
  const isAssigned = before !== undefined && isSameData(before.row.assigned ?? [], assigned)
  if (isAssigned && before.row.deactivatedAt === undefined) {
    if (before.row.contentHash === contentHash) return undefined
    if (isSameData(before.row.record, record)) return recordWithNewDetails(before, { contentHash, details, rules, at })
  }
  const extracted = incoming.extractWith(rules, gazetteer, assigned)
  return pendingRecord(id, record, { before, contentHash, details, assigned, extracted, rules, scorer, at })
}

function unchanged(stored: StoredRecord | undefined): WrittenRecord {
  return {
    productId: stored?.link?.productId as ProductId,
    outcome: 'unchanged',
    confidence: stored?.link?.confidence ?? 0,
  }
}
