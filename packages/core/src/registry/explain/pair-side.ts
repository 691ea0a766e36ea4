import type { RecordFeatures } from '../../features/record-features.ts'
import { parseInput } from '../../ingest/parse-record.ts'
import { defined } from '../../model/defined.ts'
import type { ExplainedSide } from '../../model/match-explanation.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { Repair } from '../../model/repair.ts'
import type { MatchInput, RecordContent, SupplierCode } from '../../model/supplier-record.ts'
import { validationError } from '../../model/validation-error.ts'
import { readInChunks } from '../../storage/ledger/read-in-chunks.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import type { LineageRow, ProductRow, RecordId } from '../../storage/rows.ts'
import { describe } from '../context/check-arguments.ts'
import { parseOptionsOf, type RegistryContext } from '../context/registry-context.ts'
import { lineageOf, recordOfCode } from '../read/read-products.ts'
import { readAssigned, withAssigned } from '../records/assigned-identifiers.ts'
import { readSupplierCode } from '../records/read-supplier-code.ts'

/**
 * One item of `explainMatch` and `explainNonMatch`: a UTPID or alias, a supplier code, or an input. The registry need not contain the
 * input.
 */
export type PairRef = string | SupplierCode | MatchInput

/** A record to compare. */
export interface ComparedRecord {
  /** The stored record; undefined for an input. */
  readonly stored: StoredRecord | undefined
  readonly content: RecordContent
  readonly features: RecordFeatures
}

/** One of the two items of an explanation, as found in the registry. */
export interface PairSide {
  readonly side: ExplainedSide
  /** The records of the item; for an input, the input. */
  readonly records: readonly ComparedRecord[]
  /** The active product of the records. */
  readonly product: ProductRow | undefined
  /** The lineage of the active product. For an inactive item, the lineage of its former product. */
  readonly lineage: LineageRow | undefined
  readonly input: MatchInput | undefined
  /** The repairs of the record parser to an input. */
  readonly repairs: readonly Repair[]
}

/**
 * Reads one item of an explanation.
 *
 * @param what - `a` or `b`, for messages.
 * @throws {@link RegistryError} `validation_failed` for an invalid item, `product_not_found` for an item that the
 *   registry never had.
 */
export async function readSide(context: RegistryContext, asked: unknown, what: string): Promise<PairSide> {
  if (typeof asked === 'string') return productSide(context, asked)
  if (typeof asked !== 'object' || asked === null || describe(asked) === 'an array') {
    throw validationError(
      `${what} must be a UTPID, { supplier, code } or an input with a name; this is ${describe(asked)}.`,
    )
  }
  const code = onlyCode(asked)
  return code === undefined ? inputSide(context, asked, what) : recordSide(context, code, what)
}

/**
 * Returns the supplier code if the object contains nothing else, since the object then names a record. An input may
 * contain a code and other fields.
 */
function onlyCode(asked: object): Partial<SupplierCode> | undefined {
  try {
    const givenFields = Object.entries(asked).filter(([, value]) => value !== undefined)
    const isCode = givenFields.length === 2 && givenFields.every(([field]) => field === 'supplier' || field === 'code')
    return isCode ? Object.fromEntries(givenFields) : undefined
  } catch {
    // Later, the record parser rejects the unreadable object as an input.
    return undefined
  }
}

async function productSide(context: RegistryContext, utpid: string): Promise<PairSide> {
  const { ledger, format } = context
  const lineage = await lineageOf(context, utpid)
  if (lineage === undefined) throw new RegistryError('product_not_found', `No product has the UTPID ${utpid}.`)
  const [product] = await ledger.getProducts([lineage.into ?? lineage.id])
  const ids = (lineage.status === 'active' ? product?.records : lineage.records) ?? []
  const records = await readRecords(context, ids)
  return {
    side: {
      kind: 'product',
      requested: format.format(lineage.id),
      status: lineage.status,
      utpid: product === undefined ? null : format.format(product.id),
      name: product?.goldenRecord.name ?? records[0]?.content.name ?? '',
      records: records.length,
    },
    records,
    product,
    lineage,
    input: undefined,
    repairs: [],
  }
}

async function recordSide(context: RegistryContext, asked: Partial<SupplierCode>, what: string): Promise<PairSide> {
  const { ledger, format } = context
  const code = readSupplierCode(asked)
  if (code === undefined) throw validationError(`${what} must have a supplier and a code, both text.`)
  const id = await recordOfCode(context, code)
  const [record] = id === undefined ? [] : await readRecords(context, [id])
  if (record?.stored === undefined) {
    throw new RegistryError('product_not_found', `No record ever had the code ${code.code} of ${code.supplier}.`)
  }
  const { row, link } = record.stored
  const [product] = link === undefined ? [] : await ledger.getProducts([link.productId])
  const was = link?.productId ?? row.formerProduct
  const [lineage] = was === undefined ? [] : await ledger.lineage([was])
  return {
    side: {
      kind: 'record',
      ...code,
      status: link === undefined ? 'inactive' : 'active',
      utpid: product === undefined ? null : format.format(product.id),
      name: row.record.name,
    },
    records: [record],
    product,
    lineage,
    input: undefined,
    repairs: [],
  }
}

async function inputSide(context: RegistryContext, asked: unknown, what: string): Promise<PairSide> {
  const { gazetteer, active, ledger } = context
  const { rules } = active
  const parsed = parseInput(asked, parseOptionsOf(context))
  if ('rejection' in parsed) {
    const { rejection } = parsed
    throw validationError(`${what}: ${rejection.message}`, { details: { rejection } })
  }
  const { supplier, code } = parsed.record
  const own = { ...defined({ supplier, code }) }
  const [assigned] =
    supplier === undefined || code === undefined ? [] : await readAssigned(ledger, [{ supplier, code }])
  const content = withAssigned(parsed.record, assigned)
  const features = rules.decode(rules.encode(rules.extract(content, own, gazetteer)))
  return {
    side: { kind: 'input', name: parsed.record.name ?? null },
    records: [{ stored: undefined, content, features }],
    product: undefined,
    lineage: undefined,
    input: parsed.record,
    repairs: parsed.repairs,
  }
}

/** Reads records for a comparison. The result omits records that do not exist. */
export async function readRecords(
  { ledger, active: { rules } }: RegistryContext,
  ids: readonly RecordId[],
): Promise<ComparedRecord[]> {
  const stored = await readInChunks(ids, (chunk) => ledger.getRecords(chunk))
  return stored.flatMap((each): ComparedRecord[] =>
    each === undefined
      ? []
      : [
          {
            stored: each,
            content: withAssigned(each.row.record, each.row.assigned),
            features: rules.decode(each.row.features),
          },
        ],
  )
}
