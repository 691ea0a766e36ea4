import { isSameData } from '../../encoding/same-data.ts'
import { parseCategory } from '../../ingest/parse-category.ts'
import { parseSupplierId } from '../../ingest/parse-record.ts'
import { defined } from '../../model/defined.ts'
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
import { recordsOfSupplier } from '../loss/records-of-supplier.ts'
import { retryOnConflict, runTransaction } from './run-transaction.ts'

/** The maximum number of records in one transaction that updates products. */
const RECORDS_PER_TRANSACTION = 500
const MAX_PRIORITY = 1_000
const MAX_NAME_CHARACTERS = 200
const MAX_LICENCE_CHARACTERS = 200
const MAX_ATTRIBUTION_CHARACTERS = 2_000

/**
 * Sets the name, priority, licence, attribution or default category of a supplier. Then updates the golden records and
 * search terms of its products in transactions. The category applies to records that are written later. After an interruption, repeating the call continues the update.
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
  const licence = checkNote(change.licence, 'licence', MAX_LICENCE_CHARACTERS)
  const attribution = checkNote(change.attribution, 'attribution', MAX_ATTRIBUTION_CHARACTERS)
  const category = checkCategory(change.category)
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
    const { licence: licenceBefore, attribution: attributionBefore, category: categoryBefore, ...others } = before
    const after: Supplier = {
      ...others,
      name: name?.trim() ?? before.name,
      priority: priority ?? before.priority,
      ...defined({
        licence: licence === undefined ? licenceBefore : (licence ?? undefined),
        attribution: attribution === undefined ? attributionBefore : (attribution ?? undefined),
        category: category === undefined ? categoryBefore : (category ?? undefined),
      }),
    }
    const known = context.suppliers.has(id)
    if (known && isSameData(after, before)) return before
    // Only name and priority affect products.
    const affectsProducts = after.name !== before.name || after.priority !== before.priority
    return await writeSupplier(context, known && affectsProducts ? { ...after, updatePending: true } : after, at)
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

/** Returns a trimmed text, null to remove the text, or undefined to keep it. */
function checkNote(value: string | null | undefined, field: string, maxCharacters: number): string | null | undefined {
  if (value === undefined || value === null) return value
  checkText(value, `The ${field} of a supplier`)
  const text = value.trim()
  if (text === '' || hasMoreCharacters(text, maxCharacters)) {
    throw validationError(`The ${field} of a supplier has 1 to ${maxCharacters} characters; null removes it.`)
  }
  if (isDisplayable(text, 'lines')) return text
  throw validationError(`The ${field} of a supplier must not have control characters.`)
}

/** Returns the slug of a known category, null to remove it, or undefined to keep it. */
function checkCategory(value: string | null | undefined): string | null | undefined {
  if (value === undefined || value === null) return value
  checkText(value, 'The category of a supplier')
  const { category, known } = parseCategory(value)
  if (known) return category.slug
  throw validationError(`${quoted(value)} is not a known category; use for example hotel; null removes it.`)
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
  /** The licence of the supplier's data, 1 to 200 characters; null removes it. */
  readonly licence?: string | null
  /** The text to display with the supplier's data, 1 to 2,000 characters; null removes it. */
  readonly attribution?: string | null
  /** The category of the supplier's records that state none, in one of its known spellings; null removes it. */
  readonly category?: string | null
}
