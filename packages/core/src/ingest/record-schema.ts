import { IDENTIFYING_FIELDS, REFERENCE_FIELD } from '../fields/identifying-fields.ts'
import { type FieldTable, RECORD_FIELDS } from '../fields/record-fields.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

const EXTRA: JsonSchema = { type: 'object', additionalProperties: true, description: 'Other fields, kept as received.' }

function schemasOf(fields: FieldTable): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(fields).map(([name, definition]) => [name, jsonSchemaOf(definition)]))
}

/**
 * Returns the JSON Schema of the content of a record, without supplier and code. The record parser (`parseRecord`) also
 * accepts other notations.
 */
export function recordContentSchema(fields: FieldTable = RECORD_FIELDS): JsonSchema {
  return {
    type: 'object',
    properties: { ...schemasOf(fields), extra: EXTRA },
    required: ['name'],
    additionalProperties: true,
  }
}

/** Returns the JSON Schema of a record of a supplier feed. */
export function recordSchema(fields: FieldTable = RECORD_FIELDS): JsonSchema {
  return {
    ...recordContentSchema(fields),
    properties: { ...schemasOf(IDENTIFYING_FIELDS), ...schemasOf(fields), extra: EXTRA },
  }
}

/** Returns the JSON Schema of a match query. The parser (`parseInput`) also accepts other notations. */
export function inputSchema(fields: FieldTable = RECORD_FIELDS): JsonSchema {
  return {
    type: 'object',
    properties: {
      ref: jsonSchemaOf(REFERENCE_FIELD),
      ...schemasOf(IDENTIFYING_FIELDS),
      ...schemasOf(fields),
      extra: EXTRA,
    },
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
}

/** The JSON Schema of the content of a record with the fields of the default schema. */
export const RECORD_CONTENT_SCHEMA: JsonSchema = recordContentSchema()
/** The JSON Schema of a record with the fields of the default schema. */
export const RECORD_SCHEMA: JsonSchema = recordSchema()
/** The JSON Schema of a match query with the fields of the default schema. */
export const INPUT_SCHEMA: JsonSchema = inputSchema()
