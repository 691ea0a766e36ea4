import { parseSupplierId } from '../../ingest/parse-record.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { emptyCommit } from '../../storage/commit.ts'
import type { RecordId } from '../../storage/rows.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { isDisplayable } from '../../text/displayable-text.ts'
import { isUpToDate } from '../context/active-generation.ts'
import { checkText, quoted } from '../context/check-arguments.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { recordsOfSupplier } from './deactivate-records.ts'
import { retryOnConflict, runTransaction } from './run-transaction.ts'

/** The maximum number of records in one transaction that updates products. */
const RECORDS_PER_TRANSACTION = 500
const MAX_PRIORITY = 1_000
const MAX_NAME_CHARACTERS = 200

/**
 * Sets the name or priority of a supplier. Then updates the golden records and search terms of its products in
 * transactions. After an interruption, repeating the call continues the update.
 */
export async function setSupplier(
  context: RegistryContext,
  change: SupplierChange,
  { signal }: CallOptions = {},
): Promise<Supplier> {
  if (typeof change !== 'object' || change === null || typeof change.id !== 'string') {
    throw validationError('setSupplier needs { id } of a supplier, which must be text.')
  }
  checkText(change.name, 'The name of a supplier')
  const id = parseSupplierId(change.id)
  if (id === undefined) throw validationError(`"${change.id}" is not usable as a supplier id.`)
  const { name, priority } = change
  if (priority !== undefined && !(Number.isInteger(priority) && Math.abs(priority) <= MAX_PRIORITY)) {
    throw validationError(
      `priority is ${quoted(priority)}; it must be an integer of -${MAX_PRIORITY} to ${MAX_PRIORITY}.`,
    )
  }
  if (name !== undefined && (name.trim() === '' || hasMoreCharacters(name, MAX_NAME_CHARACTERS))) {
    throw validationError(`The name of a supplier has 1 to ${MAX_NAME_CHARACTERS} characters.`)
  }
  if (name !== undefined && !isDisplayable(name.trim(), 'line'))
    throw validationError('The name of a supplier must not have control characters.')
  const after = await context.writes.runExclusive(async () => {
    const at = now(context)
    for (const supplier of await context.ledger.suppliers()) context.suppliers.set(supplier.id, supplier)
    const before = context.suppliers.get(id) ?? { id, name: id, priority: 0, since: at }
    const after = { ...before, name: name?.trim() ?? before.name, priority: priority ?? before.priority }
    const known = context.suppliers.has(id)
    if (known && after.name === before.name && after.priority === before.priority) return before
    return await writeSupplier(context, known ? { ...after, updatePending: true } : after, at)
  })
  // If the storage is outdated, a reindex or rescore will rebuild its products with the new settings.
  if (after.updatePending !== true || !isUpToDate(context)) return after
  for await (const page of recordsOfSupplier(context, id)) {
    checkSignal(signal)
    for (let from = 0; from < page.length; from += RECORDS_PER_TRANSACTION) {
      await updateProducts(context, page.slice(from, from + RECORDS_PER_TRANSACTION))
      await context.yield()
    }
  }
  const { updatePending: _, ...followed } = after
  return context.writes.runExclusive(() => writeSupplier(context, followed, now(context)))
}

async function writeSupplier(context: RegistryContext, supplier: Supplier, at: string): Promise<Supplier> {
  const { change: base } = await context.ledger.head()
  await context.ledger.commit({ ...emptyCommit(at, base), suppliers: [supplier] })
  context.suppliers.set(supplier.id, supplier)
  return supplier
}

/** Computes the golden records and search terms of the products of some records again. */
function updateProducts(context: RegistryContext, ids: readonly RecordId[]): Promise<unknown> {
  return context.writes.runExclusive(() =>
    retryOnConflict(context, async () => {
      const base = (await context.ledger.head()).change
      return await runTransaction(context, { readVersion: base, at: now(context), about: ids })
    }),
  )
}

/** The settings to change. An omitted setting stays unchanged. */
export interface SupplierChange {
  readonly id: string
  readonly name?: string
  /** The priority, -1,000 to 1,000. */
  readonly priority?: number
}
