import type { PendingRecord } from '../../clustering/pending-record.ts'
import { RECORDS_OF_SUPPLIER_PREFIX } from '../../golden-record/counter-changes.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier, SupplierCode } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { emptyCommit } from '../../storage/commit.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, RecordId } from '../../storage/rows.ts'
import { requireRules } from '../context/active-generation.ts'
import type { CallOptions } from '../context/check-signal.ts'
import { checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { recordsOfSupplier } from '../loss/records-of-supplier.ts'
import { recordOfCode } from '../read/read-products.ts'
import { readSupplierCode, readSupplierId } from '../records/read-supplier-code.ts'
import { deactivatedRecord } from '../records/record-row.ts'
import { retryOnConflict, runTransaction, type TransactionResult } from './run-transaction.ts'

/** The maximum number of records that one transaction deactivates. */
const RECORDS_PER_TRANSACTION = 500

/** Deactivates one record. The call has no effect on an inactive record. */
export async function deactivateRecord(context: RegistryContext, requested: SupplierCode): Promise<DeactivationReport> {
  const code = readSupplierCode(requested)
  if (code === undefined) throw validationError('deactivate needs a supplier and a code.')
  const id = await recordOfCode(context, code)
  if (id === undefined) throw new RegistryError('not_found', `No record has the code ${code.supplier}:${code.code}.`)
  return deactivateRecords(context, [id])
}

/**
 * The maximum number of passes over the records of a supplier. If writers still send records after the last pass, the
 * supplier stays active.
 */
const MAX_ROUNDS = 10

/**
 * Deactivates all records of a supplier, in several transactions. Repeating the call continues the deactivation. The
 * supplier becomes inactive when it has no active record. If other writers keep sending its records, the supplier stays
 * active.
 */
export async function deactivateSupplier(
  context: RegistryContext,
  requested: string,
  { signal, onProgress }: DeactivateSupplierOptions = {},
): Promise<DeactivationReport> {
  const supplier = readSupplierId(requested)
  if (supplier === undefined) throw validationError('deactivateSupplier needs the id of a supplier.')
  const known = (await context.ledger.suppliers()).find(({ id }) => id === supplier)
  if (known === undefined) {
    throw new RegistryError('not_found', `No supplier has the id "${requested}".`)
  }
  let total: DeactivationReport = { deactivated: 0, retired: 0, change: (await context.ledger.head()).change }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for await (const page of recordsOfSupplier(context, supplier)) {
      checkSignal(signal)
      const { deactivated, retired, change } = await deactivateRecords(context, page)
      total = {
        deactivated: total.deactivated + deactivated,
        retired: total.retired + retired,
        change: Math.max(total.change, change),
      }
      onProgress?.(total.deactivated)
      await context.yield()
    }
    if (await hasActiveRecords(context, supplier)) continue
    const change = await context.writes.runExclusive(() => markInactive(context, supplier))
    return { ...total, change: Math.max(total.change, change) }
  }
  return total
}

/** Reports whether a supplier has an active record. */
async function hasActiveRecords({ ledger }: RegistryContext, supplier: string): Promise<boolean> {
  return (await ledger.counters()).has(`${RECORDS_OF_SUPPLIER_PREFIX}${supplier}`)
}

/**
 * Marks a supplier as inactive.
 *
 * @returns The last change that this call wrote; 0 if the supplier was already inactive.
 */
async function markInactive(context: RegistryContext, supplier: string): Promise<ChangeNumber> {
  const current = (await context.ledger.suppliers()).find(({ id }) => id === supplier)
  if (current === undefined || current.deactivatedAt !== undefined) return 0
  const { deactivatedAt: _, ...active } = current
  const change = await writeSupplier(context, { ...active, deactivatedAt: now(context) })
  // A concurrent writer of a record of this supplier could not see that the supplier became inactive. So the code
  // activates the supplier again.
  return (await hasActiveRecords(context, supplier)) ? writeSupplier(context, active) : change
}

async function writeSupplier(context: RegistryContext, row: Supplier): Promise<ChangeNumber> {
  const { change: base } = await context.ledger.head()
  const { change } = await context.ledger.commit({ ...emptyCommit(now(context), base), suppliers: [row] })
  context.suppliers.set(row.id, row)
  return change
}

/**
 * Deactivates records, in several transactions. Inactive records stay unchanged.
 *
 * @param revisions - Revisions of records. A record with a revision here is deactivated only at that revision, so a
 *   record that was written since stays active. For a record that replaces a deactivated copy, the function stores its
 *   new revision here.
 */
export async function deactivateRecords(
  context: RegistryContext,
  ids: readonly RecordId[],
  revisions?: Map<RecordId, number>,
  onTransaction?: (step: TransactionResult) => void,
): Promise<DeactivationReport> {
  let deactivated = 0
  let retired = 0
  let { change } = await context.ledger.head()
  for (let from = 0; from < ids.length; from += RECORDS_PER_TRANSACTION) {
    const slice = ids.slice(from, from + RECORDS_PER_TRANSACTION)
    const step = await context.writes.runExclusive(async () => {
      requireRules(context)
      return await retryOnConflict(context, () => deactivateInTransaction(context, slice, revisions))
    })
    if (step === undefined) continue
    onTransaction?.(step)
    // The other records are copies that replace deactivated records.
    const others = step.commit.records.filter(({ deactivatedAt }) => deactivatedAt === undefined)
    for (const { id, revision } of others) if (revisions?.get(id) === revision - 1) revisions.set(id, revision)
    deactivated += step.commit.records.length - others.length
    retired += step.reclustered.emptied.size
    change = step.change
  }
  return { deactivated, retired, change }
}

async function deactivateInTransaction(
  context: RegistryContext,
  ids: readonly RecordId[],
  revisions: ReadonlyMap<RecordId, number> | undefined,
): Promise<TransactionResult | undefined> {
  const base = (await context.ledger.head()).change
  const at = now(context)
  const pending = new Map<RecordId, PendingRecord>()
  for (const stored of await readInChunks(ids, (chunk) => context.ledger.getRecords(chunk))) {
    if (stored?.link === undefined) continue
    if (revisions !== undefined && revisions.get(stored.row.id) !== stored.row.revision) continue
    pending.set(stored.row.id, deactivatedRecord(stored, context.active.rules, at))
  }
  return pending.size === 0 ? undefined : await runTransaction(context, { readVersion: base, at, pending })
}

/** The result of deactivating records. */
export interface DeactivationReport {
  /** The number of records that this call deactivated. */
  readonly deactivated: number
  /** The number of products that were retired because they lost their last active record. */
  readonly retired: number
  /** The number of the last change. */
  readonly change: number
}

/** The options of `deactivateSupplier`. */
export interface DeactivateSupplierOptions extends CallOptions {
  /** A callback with the total number of records deactivated so far, called after each transaction. */
  readonly onProgress?: (deactivated: number) => void
}
