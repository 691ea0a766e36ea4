import { LIMITS } from '../model/limits.ts'
import type { JsonValue } from '../model/supplier-record.ts'
import {
  ACTIVITY_FIELDS,
  ALT_NAME_FIELDS,
  IDENTIFIER_FIELDS,
  INPUT_FIELDS,
  LOCATION_FIELDS,
  TRANSFER_END_FIELDS,
  TRANSFER_FIELDS,
} from './record-schema.ts'
import { cleanText, plainJson } from './repairs/plain-json.ts'
import type { RepairLog } from './repairs/repair-log.ts'

/** All fields of a record. The parser adds any other field to `extra`. */
const FIELDS: ReadonlySet<string> = namesOf(INPUT_FIELDS)
/**
 * Nested fields by path. The parser adds unknown nested fields to `extra` under their path, such as `location.zone`.
 */
const FIELDS_WITHIN: readonly (readonly [path: readonly [string, string?], fields: ReadonlySet<string>])[] = [
  [['location'], namesOf(LOCATION_FIELDS)],
  [['activity'], namesOf(ACTIVITY_FIELDS)],
  [['transfer'], namesOf(TRANSFER_FIELDS)],
  [['transfer', 'from'], namesOf(TRANSFER_END_FIELDS)],
  [['transfer', 'to'], namesOf(TRANSFER_END_FIELDS)],
]
const LIST_FIELDS: readonly (readonly [path: string, most: number, fields: ReadonlySet<string>])[] = [
  ['altNames', LIMITS.altNamesPerRecord, namesOf(ALT_NAME_FIELDS)],
  ['identifiers', LIMITS.identifiersPerRecord, namesOf(IDENTIFIER_FIELDS)],
]

function namesOf(fields: object): ReadonlySet<string> {
  return new Set(Object.keys(fields))
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns `extra` and unknown fields as JSON. The function reads only own properties, so that no key can reach a
 * prototype. It drops and reports values that JSON cannot represent or that exceed the limit.
 */
export function parseExtra(
  input: Record<string, unknown>,
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
  let fields = 0
  for (const [path, value, key] of fieldsOf(input)) {
    if (++fields > LIMITS.extraFields) {
      log.add('extra', 'list_truncated', undefined, `${LIMITS.extraFields} entries`)
      break
    }
    if (keep(key ?? path, value, path) && key === undefined) log.add(path, 'unknown_field', value)
  }
  return kept.size === 0 ? undefined : Object.fromEntries(kept)
}

type Field = readonly [path: string, value: unknown, keyInExtra?: string]

/** Yields the fields of `extra`, then unknown fields. */
function* fieldsOf(input: Record<string, unknown>): Generator<Field> {
  const { extra } = input
  if (isPlainObject(extra)) {
    for (const key of Object.keys(extra)) {
      const value = extra[key]
      if (value !== undefined) yield [`extra.${key}`, value, key]
    }
  }
  yield* unknownOf(input, FIELDS, '')
  for (const [[field, end], fields] of FIELDS_WITHIN) {
    const parent = input[field]
    // Most records have only one nested object.
    if (parent === undefined) continue
    const path = end === undefined ? field : `${field}.${end}`
    yield* unknownOf(end === undefined || !isPlainObject(parent) ? parent : parent[end], fields, `${path}.`)
  }
  for (const [path, maxEntries, fields] of LIST_FIELDS) {
    const list = input[path]
    if (!Array.isArray(list)) continue
    for (const [at, entry] of list.slice(0, maxEntries).entries()) yield* unknownOf(entry, fields, `${path}.${at}.`)
  }
}

function* unknownOf(parent: unknown, fields: ReadonlySet<string>, prefix: string): Generator<Field> {
  if (!isPlainObject(parent)) return
  for (const key of Object.keys(parent)) {
    if (fields.has(key)) continue
    const value = parent[key]
    if (value !== undefined && value !== null) yield [`${prefix}${key}`, value]
  }
}
