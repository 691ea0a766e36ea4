import { GOLDEN_FIELDS, type GoldenField } from '../fields/field-paths.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { JsonSchema } from '../ingest/json-schema.ts'
import { parseNumber } from '../ingest/parse-number.ts'
import { parseValue } from '../ingest/parse-value.ts'
import { RepairLog } from '../ingest/repairs/repair-log.ts'
import { LIMITS } from '../model/limits.ts'
import type { RepairCode } from '../model/repair.ts'
import { validationError } from '../model/validation-error.ts'
import { expectedValue, pinSchema } from './expected-value.ts'

/** Repairs of notation, which lose no data. Pins allow only these repairs, because a person can correct the value. */
const HARMLESS_REPAIRS: ReadonlySet<RepairCode> = new Set([
  'whitespace_cleaned',
  'entity_decoded',
  'encoding_repaired',
  'number_parsed',
  'country_resolved',
])

const FIELDS: Readonly<Record<string, GoldenField>> = Object.fromEntries(
  GOLDEN_FIELDS.map((field) => [field.name, field]),
)

/** The fields that a person can pin. */
export const PINNABLE_FIELDS: readonly string[] = Object.keys(FIELDS)

/** JSON Schemas of pinned values, by the name of the field. */
export const PIN_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  GOLDEN_FIELDS.map(({ name, definition }) => [name, pinSchema(definition)]),
)

/**
 * Checks pinned values and normalizes each as the record parser does: text cleaned, `France` as `FR`, `"4"` stars as 4.
 * The function never cuts, guesses or omits a value.
 *
 * @param fields - Values by the names of {@link GoldenRecord}.
 * @returns The same fields with the values to store.
 * @throws {@link RegistryError} `validation_failed` for an empty object, an unknown field (`details.fields` lists the
 *   fields that a person can pin) or an invalid value. The message contains the field and the expected value.
 */
export function checkPinnedFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw validationError('Pins must be an object of fields and values: { stars: 4 }.')
  }
  const names = Object.keys(fields)
  if (names.length === 0) throw validationError(`No field to pin. Give at least one of ${knownFields()}.`)
  const checked: Record<string, unknown> = {}
  for (const name of names) {
    if (!isPinnable(name)) {
      throw validationError(`"${name}" is not a field that can be pinned. Fields: ${knownFields()}.`, {
        details: { field: name, fields: Object.keys(FIELDS) },
      })
    }
    checked[name] = checkValue(name, fields[name])
  }
  return checked
}

function isPinnable(name: string): boolean {
  return Object.hasOwn(FIELDS, name)
}

function knownFields(): string {
  return Object.keys(FIELDS).join(', ')
}

function checkValue(name: string, value: unknown): unknown {
  const { path, definition } = FIELDS[name] as GoldenField
  const log = new RepairLog()
  const usable = readPin(definition.type, value, path.join('.'), log)
  if (usable !== undefined && log.repairs.every(({ code }) => HARMLESS_REPAIRS.has(code))) return usable
  throw validationError(`The value to pin ${name} at must be ${expectedValue(definition.type)}.`, {
    details: { field: name },
  })
}

/** Returns the value as the record parser stores it; undefined if the value is not valid. */
function readPin(type: FieldType, value: unknown, path: string, log: RepairLog): unknown {
  // The record parser reads a number as text and rounds a fraction, but from a person both are mistakes.
  if (type.kind === 'text' && (typeof value !== 'string' || value.length > LIMITS.cellCharacters)) return undefined
  if (type.kind !== 'number' || type.step !== 1) return parseValue(type, value, path, log)
  const number = parseNumber(value, path, type.min, type.max, log)
  return Number.isInteger(number) ? number : undefined
}
