import { identifyingText, parseSupplierId } from '../../ingest/parse-record.ts'
import type { Located, Product } from '../../model/product.ts'
import type { SupplierCode } from '../../model/supplier-record.ts'
import { type ProductId, requireUtpid } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { damagedRegistry } from '../../storage/ledger/checked-ledger.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { LineageRow, RecordId } from '../../storage/rows.ts'
import { checkText } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { checkCodes } from '../records/check-codes.ts'
import { type DetailedRecord, readDetails } from '../records/read-details.ts'
import { preferredRecordId } from '../records/record-row.ts'
import { productOfRow } from './product-of-row.ts'

/** Identifies a product for `locate`. */
export type LocateQuery = { readonly utpid: string } | { readonly supplier: string; readonly code: string }

/** Finds the active product of any UTPID, alias or supplier code; undefined if the identifier never existed. */
export async function locateProduct(context: RegistryContext, query: LocateQuery): Promise<Located | undefined> {
  if (typeof query !== 'object' || query === null) {
    throw validationError('locate needs { utpid }, or { supplier, code }.')
  }
  if ('utpid' in query) {
    const lineage = await lineageOf(context, query.utpid)
    return lineage === undefined ? undefined : await locatedBy(context, lineage)
  }
  checkText(query.supplier, 'supplier')
  const supplier = parseSupplierId(query.supplier ?? '')
  // The registry stores codes without surrounding white space.
  const code = identifyingText(query.code)
  if (supplier === undefined || code === undefined) {
    throw validationError('locate needs a UTPID, or a supplier and a code.')
  }
  const recordId = await recordOfCode(context, { supplier, code })
  if (recordId === undefined) return undefined
  const [stored] = await context.ledger.getRecords([recordId])
  if (stored?.link !== undefined) {
    return { status: 'active', requested: null, utpid: context.format.format(stored.link.productId) }
  }
  const from = stored?.row.formerProduct
  const [lineage] = from === undefined ? [] : await currentLineage(context.ledger, [from])
  return { status: lineage?.status === 'deleted' ? 'deleted' : 'retired', requested: null, utpid: null }
}

/**
 * Returns the record of a code; undefined if no record has the code.
 *
 * @throws `storage_corrupt` if the storage has a record with this code but no longer finds the record by the code.
 */
export async function recordOfCode(
  { ledger, storage }: Pick<RegistryContext, 'ledger' | 'storage'>,
  code: SupplierCode,
): Promise<RecordId | undefined> {
  const [id] = await ledger.bySupplierCode([code])
  if (id === undefined) {
    const holders = await storage.ledger.getRecords([preferredRecordId(code)])
    await checkCodes(ledger, [code], holders, storage.place)
  }
  return id
}

/** Returns the id of the active product that a UTPID or alias leads to; undefined if there is none. */
export async function activeProductId(context: RegistryContext, utpid: string): Promise<ProductId | undefined> {
  const lineage = await lineageOf(context, utpid)
  return lineage?.status === 'merged' ? lineage.into : lineage?.status === 'active' ? lineage.id : undefined
}

/** Returns the lineage of each product, in input order. For a merged product, returns the lineage of its survivor. */
export async function currentLineage(
  ledger: Pick<RegistryContext['ledger'], 'lineage'>,
  ids: readonly ProductId[],
): Promise<(LineageRow | undefined)[]> {
  const rows = await ledger.lineage(ids)
  const survivors = [...new Set(rows.flatMap((row) => row?.into ?? []))]
  const found = survivors.length === 0 ? [] : await ledger.lineage(survivors)
  const survivorById = new Map(survivors.map((id, at) => [id, found[at]]))
  return rows.map((row) => (row?.into === undefined ? row : survivorById.get(row.into)))
}

/** Returns the current product of a UTPID with this lineage. */
export async function locatedBy(
  { format, ledger, storage }: RegistryContext,
  { id, status, into }: LineageRow,
): Promise<Located> {
  const asked = format.format(id)
  if (status !== 'merged' || into === undefined) {
    return { status, requested: asked, utpid: status === 'active' ? asked : null }
  }
  // The survivor may have been deleted or retired in the meantime.
  const [survivor] = await ledger.lineage([into])
  if (survivor === undefined && ledger.isCatchingUp?.() !== true) {
    throw damagedRegistry(`product ${id} was merged into product ${into}, which was never minted`, storage.place)
  }
  if (survivor !== undefined && survivor.status !== 'active')
    return { status: survivor.status, requested: asked, utpid: null }
  return { status, requested: asked, utpid: format.format(into) }
}

/**
 * Reads the lineage of a UTPID or alias.
 *
 * @throws {@link RegistryError} `validation_failed` if the text is neither a UTPID nor an existing alias.
 */
export async function lineageOf(context: RegistryContext, text: string): Promise<LineageRow | undefined> {
  const { ledger, format, storage } = context
  if (typeof text !== 'string') throw validationError('A UTPID or alias must be a string.')
  const parsed = format.parse(text)
  const [ofAlias] = parsed === undefined ? await ledger.byAlias([text.trim()]) : []
  const id = parsed ?? ofAlias ?? requireUtpid(text, format)
  const [lineage] = await ledger.lineage([id])
  if (lineage !== undefined || ledger.isCatchingUp?.() === true) return lineage
  if (ofAlias !== undefined) {
    throw damagedRegistry(`alias "${text.trim()}" leads to product ${id}, which was never minted`, storage.place)
  }
  const [product] = await storage.ledger.getProducts([id])
  if (product === undefined) return undefined
  // Another writer may have minted the UTPID since the first lookup.
  const [since] = await ledger.lineage([id])
  if (since === undefined) throw damagedRegistry(`product ${id} has no lineage`, storage.place)
  return since
}

/** Returns active products with their records and the details of the records, in input order. */
export async function readProducts(
  context: RegistryContext,
  ids: readonly ProductId[],
): Promise<(Product | undefined)[]> {
  const rows = await readInChunks(ids, (chunk) => context.ledger.getProducts(chunk))
  const recordIds = rows.flatMap((row) => row?.records ?? [])
  const stored = await readInChunks(recordIds, (chunk) => context.ledger.getRecords(chunk))
  const detailed = await readDetails(
    context.ledger,
    stored.filter((record) => record !== undefined),
    context.storage.place,
  )
  const records = new Map(detailed.map((record) => [record.row.id, record]))
  // Another process may have changed a priority, so the suppliers of this registry may be old.
  const suppliers = mayHaveDetails(detailed) ? await context.ledger.suppliers() : []
  const priorities = new Map(suppliers.map(({ id, priority }) => [id, priority]))
  return rows.map((row) => (row === undefined ? undefined : productOfRow(context, row, records, priorities)))
}

/** Reports whether a product may show values outside its golden record. */
function mayHaveDetails(records: readonly DetailedRecord[]): boolean {
  return records.some(
    ({ row: { detailed, record } }) =>
      detailed === true ||
      record.activity !== undefined ||
      record.transfer !== undefined ||
      record.operator !== undefined,
  )
}
