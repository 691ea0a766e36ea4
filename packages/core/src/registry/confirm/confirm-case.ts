import { withoutOwnCode } from '../../drift/record-drift.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import { identifyingText, parseInput } from '../../ingest/parse-record.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Repair } from '../../model/repair.ts'
import type { MatchInput, SupplierCode } from '../../model/supplier-record.ts'
import type { ProductId } from '../../model/utpid.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { LineageRow, ProductRow, RecordId } from '../../storage/rows.ts'
import { describe } from '../context/check-arguments.ts'
import { parseOptionsOf, type RegistryContext } from '../context/registry-context.ts'
import { matchQueryOf } from '../match/match-query.ts'
import { lineageOf } from '../read/read-products.ts'
import type { ConfirmInput } from './confirmation.ts'

/**
 * The maximum number of records of one product to compare. The record with the supplier's code always counts. The bound
 * keeps the answer fast for a product with hundreds of records.
 */
export const MAX_COMPARED_RECORDS = 50

/** A stored record with its features. */
export interface KnownRecord {
  readonly stored: StoredRecord
  readonly features: RecordFeatures
}

/** A record to confirm, with the rows of the registry that the answer needs. */
export interface ConfirmCase {
  readonly input: MatchInput
  readonly repairs: readonly Repair[]
  readonly features: RecordFeatures
  /** The features without supplier and code, since the answer must not depend on the code. */
  readonly bare: RecordFeatures
  /** The lineage of the requested product. */
  readonly requested: LineageRow
  /** The lineage after all merges. */
  readonly current: LineageRow
  /** The active product; undefined if the product is deleted or retired. */
  readonly product: ProductRow | undefined
  /** The records of the product. For an inactive product, its last records. */
  readonly records: readonly KnownRecord[]
  /** The stored record with the supplier and the code of the input, of any product. */
  readonly own: KnownRecord | undefined
  /** True if the stored record with the code belongs to the product. */
  readonly isOwnOfProduct: boolean
}

/** A valid input with its lineage. */
interface Asked {
  readonly input: MatchInput
  readonly repairs: readonly Repair[]
  readonly requested: LineageRow
  readonly current: LineageRow
}

/**
 * Reads the inputs and their rows with few reads for all inputs together.
 *
 * @returns One case for each input, in input order. For a wrong input, an error: `validation_failed` for a record or
 *   UTPID that cannot be read, `product_not_found` for a UTPID that never existed.
 */
export async function readCases(
  context: RegistryContext,
  inputs: readonly ConfirmInput[],
): Promise<(ConfirmCase | RegistryError)[]> {
  const asked = await readAsked(context, inputs)
  const valid = asked.filter((each): each is Asked => !(each instanceof RegistryError))
  const [products, ownIds] = await Promise.all([readProductRows(context, valid), readOwnIds(context, valid)])
  const idsOf = valid.map(({ current }, at) => comparedIds(products.get(current.id), current, ownIds[at]))
  const wanted = new Set([...idsOf.flat(), ...ownIds.filter((id) => id !== undefined)])
  const records = await readKnownRecords(context, [...wanted])
  let next = 0
  return asked.map((each) => {
    if (each instanceof RegistryError) return each
    const at = next++
    const ownId = ownIds[at]
    const own = ownId === undefined ? undefined : records.get(ownId)
    return caseOf(context, each, products.get(each.current.id), {
      own,
      records: (idsOf[at] ?? []).flatMap((id) => records.get(id) ?? []),
    })
  })
}

function caseOf(
  { active, gazetteer, scorer }: RegistryContext,
  { input, repairs, requested, current }: Asked,
  product: ProductRow | undefined,
  { own, records }: Pick<ConfirmCase, 'own' | 'records'>,
): ConfirmCase {
  const { features } = matchQueryOf(input, repairs, active.rules, gazetteer)
  const { link, row } = own?.stored ?? {}
  const productOfOwn = link?.productId ?? row?.formerProduct
  const isOwnOfProduct =
    own !== undefined && (productOfOwn === current.id || productOfOwn === requested.id || records.includes(own))
  return {
    input,
    repairs,
    features,
    bare: withoutOwnCode(scorer.withHabits(features)),
    requested,
    current,
    product,
    records: isOwnOfProduct && !records.includes(own) ? [own, ...records] : records,
    own,
    isOwnOfProduct,
  }
}

/** Parses the records and finds the lineage of each UTPID. */
async function readAsked(
  context: RegistryContext,
  inputs: readonly ConfirmInput[],
): Promise<(Asked | RegistryError)[]> {
  const parsed = inputs.map((each) => readInput(context, each))
  const texts = [...new Set(parsed.flatMap((each) => (each instanceof RegistryError ? [] : [each.utpid])))]
  const lineages = new Map(
    await Promise.all(texts.map(async (text) => [text, await settledLineage(context, text)] as const)),
  )
  const survivors = [
    ...new Set([...lineages.values()].flatMap((each) => (each instanceof RegistryError ? [] : (each.into ?? [])))),
  ]
  const rows = await readInChunks(survivors, (chunk) => context.ledger.lineage(chunk))
  const survivorById = new Map(survivors.map((id, at) => [id, rows[at]]))
  return parsed.map((each) => {
    if (each instanceof RegistryError) return each
    const requested = lineages.get(each.utpid) as LineageRow | RegistryError
    if (requested instanceof RegistryError) return requested
    const { input, repairs } = each
    const survivor = requested.into === undefined ? undefined : survivorById.get(requested.into)
    return { input, repairs, requested, current: survivor ?? requested }
  })
}

async function settledLineage(context: RegistryContext, text: string): Promise<LineageRow | RegistryError> {
  try {
    const lineage = await lineageOf(context, text)
    return lineage ?? new RegistryError('product_not_found', `No product has the UTPID ${text}.`)
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'validation_failed') return error
    throw error
  }
}

type ReadInput = Pick<Asked, 'input' | 'repairs'> & { readonly utpid: string }

function readInput(context: RegistryContext, { record, utpid }: ConfirmInput): ReadInput | RegistryError {
  if (typeof utpid !== 'string') {
    return validationError(`The UTPID to confirm must be text; this is ${describe(utpid)}.`)
  }
  const parsed = parseInput(record, parseOptionsOf(context))
  if ('rejection' in parsed) {
    const { rejection } = parsed
    return validationError(`record: ${rejection.message}`, { details: { rejection } })
  }
  const { name, location, transfer } = parsed.record
  if (name === undefined && location?.coordinates === undefined && transfer === undefined) {
    return validationError(
      'The record has neither a name nor coordinates, so nothing in it shows a product. Send what the supplier answered: at least a name or coordinates.',
    )
  }
  return { input: parsed.record, repairs: parsed.repairs, utpid }
}

/** Returns the `ref` of a record; null if the record has none or cannot be read. */
export function refOf(record: unknown): string | null {
  try {
    if (typeof record !== 'object' || record === null || !('ref' in record)) return null
    return identifyingText(record.ref) ?? null
  } catch {
    return null
  }
}

async function readProductRows(
  { ledger }: RegistryContext,
  asked: readonly Asked[],
): Promise<ReadonlyMap<ProductId, ProductRow>> {
  const ids = [...new Set(asked.flatMap(({ current }) => (current.status === 'active' ? [current.id] : [])))]
  const rows = await readInChunks(ids, (chunk) => ledger.getProducts(chunk))
  return new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.id, row]])))
}

/** Returns the id of the record with the supplier and the code of each input. */
async function readOwnIds(
  { ledger }: RegistryContext,
  asked: readonly Asked[],
): Promise<readonly (RecordId | undefined)[]> {
  const codes = asked.map(({ input }) => codeOfInput(input))
  const known = codes.filter((code) => code !== undefined)
  const ids = await readInChunks(known, (chunk) => ledger.bySupplierCode(chunk))
  let next = 0
  return codes.map((code) => (code === undefined ? undefined : ids[next++]))
}

/** Returns the supplier code of an input; undefined if supplier or code are missing. */
export function codeOfInput({ supplier, code }: MatchInput): SupplierCode | undefined {
  return supplier === undefined || code === undefined ? undefined : { supplier, code }
}

function comparedIds(
  product: ProductRow | undefined,
  { records: last = [] }: LineageRow,
  own: RecordId | undefined,
): readonly RecordId[] {
  const ids = product?.records ?? last
  if (ids.length <= MAX_COMPARED_RECORDS) return ids
  const first = ids.slice(0, MAX_COMPARED_RECORDS)
  return own === undefined || first.includes(own) || !ids.includes(own) ? first : [own, ...first.slice(1)]
}

/** Reads records with their features by id. */
export async function readKnownRecords(
  { ledger, active: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<RecordId, KnownRecord>> {
  const rows = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return new Map(
    rows.flatMap((stored) =>
      stored === undefined ? [] : [[stored.row.id, { stored, features: rules.decode(stored.row.features) }]],
    ),
  )
}
