import { LOCATION_FIELDS } from '../../fields/location-fields.ts'
import type { FieldTable } from '../../fields/record-fields.ts'
import { joinDetails } from '../../fields/split-details.ts'
import { chooseDetails } from '../../golden-record/choose-details.ts'
import { defined } from '../../model/defined.ts'
import type { LinkedRecord, Product, ProductDetails } from '../../model/product.ts'
import type { DisplayedFields } from '../../model/supplier-record.ts'
import type { GoldenRecord, ProductRow, RecordId, RecordRow } from '../../storage/rows.ts'
import { copyData } from '../context/copy-data.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { DetailedRecord } from '../records/read-details.ts'

/**
 * Returns a product as the registry displays it.
 *
 * @param records - The records of the product with their details, by id.
 * @param priorities - The priorities of suppliers by id.
 */
export function productOfRow(
  context: RegistryContext,
  row: ProductRow,
  records: ReadonlyMap<RecordId, DetailedRecord>,
  priorities: ReadonlyMap<string, number>,
): Product {
  const { format, suppliers, fields } = context
  const provenance = Object.entries(row.provenance).flatMap(([field, id]) => {
    const record = records.get(id)?.row.record
    return record === undefined ? [] : [[field, { supplier: record.supplier, code: record.code }] as const]
  })
  return {
    utpid: format.format(row.id),
    ...displayedFields(row.goldenRecord),
    verified: row.verified,
    ...defined({ verifiedBy: row.verifiedBy }),
    ...(row.pins === undefined ? {} : { pins: copyData(row.pins) }),
    confidence: row.confidence / 10_000,
    suppliers: row.suppliers.map((id) => ({ id, name: suppliers.get(id)?.name ?? id })),
    duplicates: row.duplicates,
    lastUpdated: row.lastUpdated,
    revision: row.revision,
    records: row.records.flatMap((id) => linkedRecord(records.get(id), fields)),
    provenance: Object.fromEntries(provenance),
    ...defined({ details: detailsOf(context, row, records, priorities) }),
  }
}

/** Returns the values of a product outside its golden record. */
function detailsOf(
  { survivorshipRules, fields }: RegistryContext,
  row: ProductRow,
  records: ReadonlyMap<RecordId, DetailedRecord>,
  priorities: ReadonlyMap<string, number>,
): ProductDetails | undefined {
  const joined = row.records.flatMap((id): RecordRow[] => {
    const stored = records.get(id)
    return stored === undefined
      ? []
      : [{ ...stored.row, record: joinDetails(stored.row.record, stored.details, fields) }]
  })
  const details = chooseDetails(joined, survivorshipRules, (id) => priorities.get(id) ?? 0, fields)
  return details === undefined ? undefined : copyData(details)
}

/** The names of the fields that a product displays in its location. */
const LOCATION_NAMES: ReadonlySet<string> = new Set(Object.keys(LOCATION_FIELDS))

function displayedFields(
  goldenRecord: GoldenRecord,
): Pick<Product, 'name' | 'category' | 'location'> & DisplayedFields {
  const { name, category, ...others } = copyData(goldenRecord)
  const fields = Object.entries(others)
  const location = Object.fromEntries(fields.filter(([field]) => LOCATION_NAMES.has(field)))
  return { name, category, location, ...Object.fromEntries(fields.filter(([field]) => !LOCATION_NAMES.has(field))) }
}

function linkedRecord(stored: DetailedRecord | undefined, fields: FieldTable): LinkedRecord[] {
  if (stored?.link === undefined) return []
  const { method, confidence, since, model, tfVersion } = stored.link
  const { firstSeenAt, updatedAt } = stored.row
  return [
    {
      record: copyData(joinDetails(stored.row.record, stored.details, fields)),
      method,
      confidence: confidence / 10_000,
      since,
      firstSeenAt,
      updatedAt,
      model,
      tfVersion: tfVersion,
    },
  ]
}
