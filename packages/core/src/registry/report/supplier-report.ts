import type { ImportSummary } from '../../model/import-summary.ts'
import { LIMITS } from '../../model/limits.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Supplier } from '../../model/supplier-record.ts'
import type { SupplierHabits } from '../../model/term-frequency-count.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { ChangeNumber, ProductRow } from '../../storage/rows.ts'
import { quoted } from '../context/check-arguments.ts'
import { type CallOptions, checkSignal } from '../context/check-signal.ts'
import { now, type RegistryContext } from '../context/registry-context.ts'
import { readSupplierId } from '../records/read-supplier-code.ts'
import { type Advice, supplierAdvice } from './supplier-advice.ts'
import { type FieldEffect, type GroupCounts, type LinkCounts, SupplierCounts } from './supplier-counts.ts'

/** The state of one supplier's active records. */
export interface SupplierReport {
  readonly supplier: string
  readonly name: string
  /** The number of active records, and how they are linked. */
  readonly records: LinkCounts
  /** The largest 20 countries by records, largest first; then `other` for all others. `ZZ` is an unknown country. */
  readonly byCountry: readonly GroupCounts[]
  /** The largest 20 categories like `byCountry`; `other` includes records without a category. */
  readonly byCategory: readonly GroupCounts[]
  /** For some fields: the links of records with the field and without it. */
  readonly fields: readonly FieldEffect[]
  /** The habits that the registry has learned, if they differ from the usual ones. */
  readonly habits?: SupplierHabits
  /** The last stored import of the supplier. */
  readonly lastImport?: ImportSummary
  /** The advice, most helpful first; at most 10 entries. */
  readonly advice: readonly Advice[]
  /** The last change before the report was read. */
  readonly change: ChangeNumber
  readonly generatedAt: string
}

/** The options of `supplierReport`. */
export interface SupplierReportOptions extends CallOptions {
  /** A callback with the number of codes read so far, including inactive records. */
  readonly onProgress?: (read: number) => void
}

/** The options of `listImports`. */
export interface ListImportsOptions extends CallOptions {
  readonly supplier: string
  /** The maximum number of imports, 1 to `LIMITS.importsPerSupplier`. Default: 50. */
  readonly limit?: number
  /** The change of an import: the result contains only earlier imports. Default: start with the newest import. */
  readonly after?: number
}

const DEFAULT_IMPORTS = 50

/**
 * Counts the active records of one supplier by their links. The call reads all records of the supplier, in constant
 * memory. Writes during the call may or may not count.
 */
export async function readSupplierReport(
  context: RegistryContext,
  requested: string,
  { signal, onProgress }: SupplierReportOptions = {},
): Promise<SupplierReport> {
  const { id, name } = await knownSupplier(context, requested)
  const { change } = await context.ledger.head()
  const counts = new SupplierCounts()
  let read = 0
  for (let after: string | undefined; ; ) {
    const page = await context.ledger.scanCodes(id, after, LIMITS.rowsPerPage)
    const last = page.at(-1)
    if (last === undefined) break
    checkSignal(signal)
    await addPage(
      context,
      page.map(({ recordId }) => recordId),
      counts,
    )
    read += page.length
    onProgress?.(read)
    after = last.code
    await context.yield()
  }
  const [lastImport] = await context.ledger.imports(id, 0, 1)
  const fields = counts.fields()
  const habits = context.scorer.terms.table?.suppliers?.[id]
  return {
    supplier: id,
    name,
    records: counts.total,
    byCountry: counts.byCountry(),
    byCategory: counts.byCategory(),
    fields,
    ...(habits === undefined ? {} : { habits }),
    ...(lastImport === undefined ? {} : { lastImport }),
    advice: supplierAdvice(counts.total, fields, lastImport),
    change,
    generatedAt: now(context),
  }
}

async function addPage(context: RegistryContext, ids: readonly number[], counts: SupplierCounts): Promise<void> {
  const stored = await readInChunks(ids, (chunk) => context.ledger.getRecords(chunk))
  const productIds = new Set(stored.flatMap((each) => (each?.link === undefined ? [] : [each.link.productId])))
  const rows = await readInChunks([...productIds], (chunk) => context.ledger.getProducts(chunk))
  const products = new Map<ProductId, ProductRow>()
  for (const row of rows) if (row !== undefined) products.set(row.id, row)
  for (const each of stored) {
    if (each?.link === undefined) continue
    const product = products.get(each.link.productId) ?? (await currentProduct(context, each.row.id))
    if (product !== undefined) counts.add(each.row.record, product)
  }
}

/** Returns the product of a record whose product changed between two reads. */
async function currentProduct({ ledger }: RegistryContext, id: number): Promise<ProductRow | undefined> {
  const [record] = await ledger.getRecords([id])
  if (record?.link === undefined) return undefined
  const [product] = await ledger.getProducts([record.link.productId])
  return product
}

/** Returns the stored summaries of a supplier's imports, newest first. */
export async function listImports(
  context: RegistryContext,
  { supplier, limit = DEFAULT_IMPORTS, after = 0 }: ListImportsOptions,
): Promise<ImportSummary[]> {
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= LIMITS.importsPerSupplier)) {
    throw validationError(`limit is ${quoted(limit)}; it must be an integer of 1 to ${LIMITS.importsPerSupplier}.`)
  }
  if (!(Number.isSafeInteger(after) && after >= 0)) {
    throw validationError(`after is ${quoted(after)}; give the change of an import.`)
  }
  const { id } = await knownSupplier(context, supplier)
  return await context.ledger.imports(id, after, limit)
}

/** @throws RegistryError `not_found` */
async function knownSupplier({ ledger }: RegistryContext, requested: string): Promise<Supplier> {
  const id = readSupplierId(requested)
  const known = id === undefined ? undefined : (await ledger.suppliers()).find((each) => each.id === id)
  if (known !== undefined) return known
  throw new RegistryError('not_found', `No supplier has the id ${quoted(requested)}.`)
}
