import { isEmailAddress, isPhoneNumber, isWebAddress } from '../ingest/contact-forms.ts'
import { parseCategory } from '../ingest/parse-category.ts'
import { COUNTRY_CODES, parseCountry } from '../ingest/parse-country.ts'
import { MAX_ROOMS, parseNumber, parseStars } from '../ingest/parse-number.ts'
import { COORDINATES_SCHEMA, type JsonSchema, ROOMS_SCHEMA, STARS_SCHEMA } from '../ingest/record-schema.ts'
import { parseCoordinates } from '../ingest/repairs/repair-coordinates.ts'
import { RepairLog } from '../ingest/repairs/repair-log.ts'
import { isPlaceholderName, repairText } from '../ingest/repairs/repair-text.ts'
import { CATEGORIES } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { RepairCode } from '../model/repair.ts'
import { validationError } from '../model/validation-error.ts'
import type { GoldenRecord } from '../storage/rows.ts'

interface PinnableField {
  /** The JSON values that a pin accepts and stores unchanged. */
  readonly schema: JsonSchema
  /** The expected value, as the end of a sentence. */
  readonly expected: string
  /** Returns the value as the record parser stores it; undefined if the value is invalid. */
  read(value: unknown, log: RepairLog): unknown
}

/** Repairs of notation, which lose no data. Pins allow only these repairs, because a person can correct the value. */
const HARMLESS_REPAIRS: ReadonlySet<RepairCode> = new Set([
  'whitespace_cleaned',
  'entity_decoded',
  'encoding_repaired',
  'number_parsed',
  'country_resolved',
])

const FIELDS: Readonly<Record<keyof GoldenRecord, PinnableField>> = {
  name: textField('name', LIMITS.nameCharacters, (name) => !isPlaceholderName(name), 'text that names something'),
  category: {
    schema: patternOf(
      CATEGORIES.map(({ slug }) => slug),
      'A category.',
    ),
    expected: 'a known category, such as hotel or tour',
    read: (value, log) => {
      const text = readText(value, 'category', LIMITS.nameCharacters, log)
      if (text === undefined) return undefined
      const { category, known: knownFields } = parseCategory(text)
      return knownFields ? category.slug : undefined
    },
  },
  address: textField('location.address', LIMITS.textCharacters),
  city: textField('location.city', LIMITS.nameCharacters),
  region: textField('location.region', LIMITS.nameCharacters),
  country: {
    schema: patternOf(COUNTRY_CODES, 'ISO 3166-1 alpha-2 code.'),
    expected: 'a country, such as FR',
    read: (value, log) => {
      const text = readText(value, 'location.country', LIMITS.nameCharacters, log)
      return text === undefined ? undefined : parseCountry(text)
    },
  },
  postalCode: textField('location.postalCode', LIMITS.codeCharacters),
  coordinates: {
    schema: { ...COORDINATES_SCHEMA, not: { items: { const: 0 } } },
    expected: '[latitude, longitude] in degrees, -90 to 90 and -180 to 180, and not both 0',
    read: (value, log) => parseCoordinates(value, log),
  },
  phone: textField('phone', LIMITS.codeCharacters, isPhoneNumber, 'a telephone number of 5 digits or more'),
  email: textField('email', LIMITS.textCharacters, isEmailAddress, 'an address such as desk@hotel.example'),
  website: textField('website', LIMITS.textCharacters, isWebAddress, 'an address such as https://hotel.example'),
  brand: textField('brand', LIMITS.nameCharacters),
  stars: {
    schema: STARS_SCHEMA,
    expected: 'a number from 0.5 to 7 in halves',
    read: (value, log) => parseStars(value, log),
  },
  rooms: {
    schema: ROOMS_SCHEMA,
    expected: 'a whole number from 1 to 20,000',
    // This function rejects fractions. The record parser rounds fractions, but a person does not expect rounding.
    read: (value, log) => {
      const rooms = parseNumber(value, 'rooms', 1, MAX_ROOMS, log)
      return Number.isInteger(rooms) ? rooms : undefined
    },
  },
}

/** The fields that a person can pin. */
export const PINNABLE_FIELDS: readonly string[] = Object.keys(FIELDS)

/** JSON Schemas of pinned values, by the name of the field. */
export const PIN_SCHEMAS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(FIELDS).map(([name, { schema }]) => [name, schema]),
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

function isPinnable(name: string): name is keyof GoldenRecord {
  return Object.hasOwn(FIELDS, name)
}

function knownFields(): string {
  return Object.keys(FIELDS).join(', ')
}

function checkValue(name: keyof GoldenRecord, value: unknown): unknown {
  const { expected, read } = FIELDS[name]
  const log = new RepairLog()
  const usable = read(value, log)
  if (usable !== undefined && log.repairs.every(({ code }) => HARMLESS_REPAIRS.has(code))) return usable
  throw validationError(`The value to pin ${name} at must be ${expected}.`, {
    details: { field: name },
  })
}

function textField(
  path: string,
  maxCharacters: number,
  isUsable: (text: string) => boolean = () => true,
  expected = 'text',
): PinnableField {
  return {
    schema: { type: 'string', minLength: 1, maxLength: maxCharacters, pattern: '\\S' },
    expected: `${expected}, at most ${maxCharacters} characters`,
    read: (value, log) => {
      const text = readText(value, path, maxCharacters, log)
      return text !== undefined && isUsable(text) ? text : undefined
    },
  }
}

/**
 * Returns a pattern that accepts any of the given words. The schema does not use `enum`: other spellings are accepted
 * too, and types generated from an enum would reject these spellings.
 */
function patternOf(words: readonly string[], description: string): JsonSchema {
  return { type: 'string', pattern: `^(?:${words.join('|')})$`, description }
}

/**
 * Reads a text and rejects numbers. The record parser reads a number as text, but a number from a person is a mistake.
 */
function readText(value: unknown, path: string, maxCharacters: number, log: RepairLog): string | undefined {
  const isText = typeof value === 'string' && value.length <= LIMITS.cellCharacters
  return isText ? repairText(value, path, maxCharacters, log) : undefined
}
