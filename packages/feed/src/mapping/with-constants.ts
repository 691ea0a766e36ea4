import { isPlainObject } from '../json/plain-object.ts'
import type { Mapping } from './mapping.ts'
import { toRecord } from './to-record.ts'

/**
 * Returns a record with constants in place of its own values. Members of objects are replaced one by one; `altNames` and
 * `identifiers` are added to those of the record.
 */
export function withConstants(
  record: Record<string, unknown>,
  constants: Mapping['constants'] = [],
): Record<string, unknown> {
  if (constants.length === 0) return record
  return merged(record, toRecord({}, { columns: [], constants }))
}

function merged(record: Record<string, unknown>, constants: Record<string, unknown>): Record<string, unknown> {
  const result = { ...record }
  for (const [name, value] of Object.entries(constants)) {
    const own = record[name]
    if (isPlainObject(own) && isPlainObject(value)) result[name] = merged(own, value)
    else if (Array.isArray(own) && Array.isArray(value)) result[name] = [...own, ...value]
    else result[name] = value
  }
  return result
}
