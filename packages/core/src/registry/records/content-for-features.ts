import { adoptExtra } from '../../fields/adopt-extra.ts'
import type { FieldDefinition } from '../../fields/field-type.ts'
import { type FieldTable, RECORD_FIELDS } from '../../fields/record-fields.ts'
import { convertedValue } from '../../ingest/parse-content.ts'
import { parseValue } from '../../ingest/parse-value.ts'
import { RepairLog } from '../../ingest/repairs/repair-log.ts'
import { TextTooLong } from '../../ingest/repairs/text-too-long.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'

/**
 * Returns a stored record as a schema reads it, for its features. A record that was imported without the schema has
 * values of custom fields in `extra`: these values count as values of the fields. A value that does not fit the type of
 * its field does not count. The stored record itself stays as it is until its next import.
 *
 * @param fields - The fields of the schema.
 */
export function contentForFeatures(record: SupplierRecord, fields: FieldTable): SupplierRecord {
  if (fields === RECORD_FIELDS) return record
  const content: Record<string, unknown> = { ...record }
  for (const [field, value] of Object.entries(adoptExtra({ ...record }, fields))) {
    const definition = Object.hasOwn(RECORD_FIELDS, field) || !Object.hasOwn(fields, field) ? undefined : fields[field]
    if (definition === undefined || definition.detail === true) continue
    content[field] = Object.hasOwn(record, field)
      ? fittingValue(definition, value, field)
      : readValue(definition, convertedValue(definition, value, field, new RepairLog()), field)
  }
  return content as unknown as SupplierRecord
}

/** Returns a value as an import reads it; undefined if the import would remove it. */
function readValue({ type }: FieldDefinition, value: unknown, field: string): unknown {
  try {
    return parseValue(type, value, field, new RepairLog())
  } catch (error) {
    if (TextTooLong.is(error)) return undefined
    throw error
  }
}

/** Returns a parsed value. If the field had another type then, returns the value of the type now; undefined if none. */
function fittingValue(definition: FieldDefinition, value: unknown, field: string): unknown {
  const again = readValue(definition, value, field)
  if (again === undefined) return undefined
  return typeof again === typeof value && Array.isArray(again) === Array.isArray(value) ? value : again
}
