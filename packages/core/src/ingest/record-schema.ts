import { defined } from '../model/defined.ts'
import { LIMITS } from '../model/limits.ts'
import { MAX_ACTIVITY_MINUTES, MAX_LANGUAGE_CHARACTERS, MAX_LANGUAGES, MAX_SEATS } from './parse-details.ts'
import { MAX_PRECISION_METERS } from './parse-location.ts'
import { MAX_ROOMS, MAX_STARS, MIN_STARS } from './parse-number.ts'

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A pattern for a text with at least one character that is not white space. */
const SOMETHING = '\\S'

function text(maxLength: number, description?: string): JsonSchema {
  return { type: 'string', maxLength, ...defined({ description }) }
}

function filled(maxLength: number, description?: string): JsonSchema {
  return { ...text(maxLength, description), minLength: 1, pattern: SOMETHING }
}

function objectOf(properties: FieldSchemas, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** The JSON Schema of coordinates. */
export const COORDINATES_SCHEMA: JsonSchema = {
  type: 'array',
  description: 'Latitude, then longitude, in degrees.',
  prefixItems: [
    { type: 'number', minimum: -90, maximum: 90 },
    { type: 'number', minimum: -180, maximum: 180 },
  ],
  minItems: 2,
  maxItems: 2,
}

/** The JSON Schema of the number of stars. */
export const STARS_SCHEMA: JsonSchema = {
  type: 'number',
  minimum: MIN_STARS,
  maximum: MAX_STARS,
  multipleOf: 0.5,
}

/** The JSON Schema of the number of rooms. */
export const ROOMS_SCHEMA: JsonSchema = { type: 'integer', minimum: 1, maximum: MAX_ROOMS }

/** JSON Schemas by the names of fields. */
export type FieldSchemas = Readonly<Record<string, JsonSchema>>

/** JSON Schemas of the fields of a name in another language. */
export const ALT_NAME_FIELDS: FieldSchemas = {
  language: text(MAX_LANGUAGE_CHARACTERS, 'BCP 47 tag, such as `en`.'),
  name: filled(LIMITS.nameCharacters),
}

/** JSON Schemas of the fields of a place. */
export const LOCATION_FIELDS: FieldSchemas = {
  address: text(LIMITS.textCharacters),
  city: text(LIMITS.nameCharacters),
  region: text(LIMITS.nameCharacters),
  country: text(LIMITS.nameCharacters, 'ISO 3166-1 code or name of the country.'),
  postalCode: text(LIMITS.codeCharacters),
  coordinates: COORDINATES_SCHEMA,
  precisionMeters: {
    type: 'number',
    minimum: 1,
    maximum: MAX_PRECISION_METERS,
    description: 'Imprecision of the coordinates in metres.',
  },
}

/** JSON Schemas of the fields of an identifier that several suppliers may share. */
export const IDENTIFIER_FIELDS: FieldSchemas = {
  scheme: filled(LIMITS.codeCharacters, 'For example `iata`.'),
  value: filled(LIMITS.codeCharacters, 'For example `CDG`.'),
}

/** JSON Schemas of the fields of a tour or an activity. */
export const ACTIVITY_FIELDS: FieldSchemas = {
  durationMinutes: { type: 'integer', minimum: 1, maximum: MAX_ACTIVITY_MINUTES },
  languages: { type: 'array', maxItems: MAX_LANGUAGES, items: text(MAX_LANGUAGE_CHARACTERS) },
  meetingPoint: text(LIMITS.textCharacters),
}

/** JSON Schemas of the fields of the start or end of a transfer. */
export const TRANSFER_END_FIELDS: FieldSchemas = {
  code: text(LIMITS.codeCharacters, 'IATA code or code of the supplier.'),
  name: text(LIMITS.nameCharacters),
  coordinates: COORDINATES_SCHEMA,
}

/** JSON Schemas of the fields of a transfer. */
export const TRANSFER_FIELDS: FieldSchemas = {
  from: objectOf(TRANSFER_END_FIELDS),
  to: objectOf(TRANSFER_END_FIELDS),
  vehicle: text(LIMITS.nameCharacters),
  shared: { type: 'boolean', description: 'Whether the ride is shared with strangers.' },
  seats: { type: 'integer', minimum: 1, maximum: MAX_SEATS },
}

const CONTENT_FIELDS: FieldSchemas = {
  name: filled(LIMITS.nameCharacters),
  altNames: { type: 'array', maxItems: LIMITS.altNamesPerRecord, items: objectOf(ALT_NAME_FIELDS, ['name']) },
  category: text(LIMITS.nameCharacters, 'A category such as `hotel`, in one of its known spellings.'),
  location: objectOf(LOCATION_FIELDS),
  phone: text(LIMITS.codeCharacters),
  email: text(LIMITS.textCharacters),
  website: text(LIMITS.textCharacters),
  brand: text(LIMITS.nameCharacters),
  operator: text(LIMITS.nameCharacters),
  stars: STARS_SCHEMA,
  rooms: ROOMS_SCHEMA,
  licence: text(LIMITS.codeCharacters, 'Number of an official licence or registration.'),
  identifiers: {
    type: 'array',
    maxItems: LIMITS.identifiersPerRecord,
    items: objectOf(IDENTIFIER_FIELDS, ['scheme', 'value']),
  },
  activity: objectOf(ACTIVITY_FIELDS),
  transfer: objectOf(TRANSFER_FIELDS),
  extra: { type: 'object', additionalProperties: true, description: 'Other fields, kept as received.' },
}

const IDENTIFYING_FIELDS: FieldSchemas = {
  supplier: {
    ...filled(LIMITS.nameCharacters, 'Id of a supplier, with a letter a-z or a digit.'),
    pattern: '[A-Za-z0-9]',
  },
  code: filled(LIMITS.codeCharacters, 'Code of the supplier for its product.'),
}

/** JSON Schemas of the fields of a match query, which has all fields of a record. */
export const INPUT_FIELDS: FieldSchemas = {
  ref: text(LIMITS.codeCharacters, 'Returned with the result.'),
  ...IDENTIFYING_FIELDS,
  ...CONTENT_FIELDS,
}

/**
 * The JSON Schema of the content of a record, without supplier and code. The record parser (`parseRecord`) also accepts
 * other notations.
 */
export const RECORD_CONTENT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: CONTENT_FIELDS,
  required: ['name'],
  additionalProperties: true,
}

/** The JSON Schema of a record of a supplier feed. */
export const RECORD_SCHEMA: JsonSchema = {
  ...RECORD_CONTENT_SCHEMA,
  properties: { ...IDENTIFYING_FIELDS, ...CONTENT_FIELDS },
}

/** The JSON Schema of a match query. The parser (`parseInput`) also accepts other notations. */
export const INPUT_SCHEMA: JsonSchema = {
  type: 'object',
  properties: INPUT_FIELDS,
  additionalProperties: true,
  // Client generators turn `anyOf` into a union of types without fields. The generators ignore `not`.
  not: {
    not: {
      anyOf: [
        { required: ['name'] },
        { required: ['supplier', 'code'] },
        { required: ['identifiers'], properties: { identifiers: { minItems: 1 } } },
      ],
    },
  },
}
