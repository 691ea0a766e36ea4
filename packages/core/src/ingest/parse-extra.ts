import type { FieldType } from '../fields/field-type.ts'
import type { FieldTable } from '../fields/record-fields.ts'
import { LIMITS } from '../model/limits.ts'
import type { JsonValue } from '../model/supplier-record.ts'
import { cleanText, plainJson } from './repairs/plain-json.ts'
import type { RepairLog } from './repairs/repair-log.ts'

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns `extra` and unknown fields as JSON. The function reads only own properties, so that no key can reach a
 * prototype. It drops and reports values that JSON cannot represent or that exceed the limit.
 */
export function parseExtra(
  input: Record<string, unknown>,
  fields: FieldTable,
  log: RepairLog,
): Readonly<Record<string, JsonValue>> | undefined {
  const kept = new Map<string, JsonValue>()
  let characters = 2
  const keep = (given: string, value: unknown, field: string): boolean => {
    const key = cleanText(given)
    const left = LIMITS.extraCharacters - characters - JSON.stringify(key).length - 2
    const json = kept.has(key) || left <= 0 ? undefined : plainJson(value, left)
    if (json === undefined) {
      log.add(field, 'value_removed', value)
      return false
    }
    if (json.lossy) log.add(field, 'value_removed', value, json.text)
    if (json.cleaned || key !== given) log.add(field, 'whitespace_cleaned', value, json.text)
    characters = LIMITS.extraCharacters - left + json.text.length
    kept.set(key, json.value)
    return true
  }

  const { extra } = input
  if (!isPlainObject(extra) && extra !== undefined && extra !== null) log.add('extra', 'value_removed', extra)
  let count = 0
  for (const [path, value, key] of fieldsOf(input, fields)) {
    if (++count > LIMITS.extraFields) {
      log.add('extra', 'list_truncated', undefined, `${LIMITS.extraFields} entries`)
      break
    }
    if (keep(key ?? path, value, path) && key === undefined) log.add(path, 'unknown_field', value)
  }
  return kept.size === 0 ? undefined : Object.fromEntries(kept)
}

type Field = readonly [path: string, value: unknown, keyInExtra?: string]

/** The fields that are not content of a record. */
const OTHER_FIELDS: ReadonlySet<string> = new Set(['supplier', 'code', 'ref', 'extra'])

/** Returns the fields of `extra`, then unknown fields. */
function fieldsOf(input: Record<string, unknown>, fields: FieldTable): Field[] {
  const { extra } = input
  const found: Field[] = []
  if (isPlainObject(extra)) {
    for (const key of Object.keys(extra)) {
      const value = extra[key]
      if (value !== undefined) found.push([`extra.${key}`, value, key])
    }
  }
  for (const key of Object.keys(input)) {
    const value = input[key]
    if (value === undefined || value === null) continue
    const definition = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (definition !== undefined) addUnknown(found, definition.type, value, () => key)
    else if (!OTHER_FIELDS.has(key)) found.push([key, value])
  }
  return found
}

/**
 * Adds the unknown fields in a value of a known field. The parser adds such fields to `extra` under their path, such as
 * `location.zone`.
 *
 * @param path - Called only for an unknown field, since most records have none.
 */
function addUnknown(found: Field[], type: FieldType, value: unknown, path: () => string): void {
  if (type.kind === 'list') {
    if (type.items.kind !== 'object' || !Array.isArray(value)) return
    for (const [at, entry] of value.slice(0, type.maxEntries).entries()) {
      addUnknown(found, type.items, entry, () => `${path()}.${at}`)
    }
    return
  }
  if (type.kind !== 'object' || !isPlainObject(value)) return
  for (const key of Object.keys(value)) {
    const each = value[key]
    if (each === undefined || each === null) continue
    const member = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined
    if (member === undefined) found.push([`${path()}.${key}`, each])
    else if (member.type.kind === 'object' || member.type.kind === 'list')
      addUnknown(found, member.type, each, () => `${path()}.${key}`)
  }
}
