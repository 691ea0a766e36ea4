import { membersOf } from '../fields/field-paths.ts'
import type { FieldType, MemberDefinition, NumberType, TextType } from '../fields/field-type.ts'

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A pattern for a text with at least one character that is not white space. */
const FILLED_PATTERN = '\\S'
const DATE_PATTERN = '^\\d{4}(-\\d{2}(-\\d{2})?)?$'
const TIME_PATTERN = '^([01]\\d|2[0-3]):[0-5]\\d$'

/** Returns the JSON Schema of a field: type, limits, unit, description and an example. */
export function jsonSchemaOf({ type, description, example }: MemberDefinition): JsonSchema {
  const unit = type.kind === 'number' ? type.unit : undefined
  const sentences = [description, unit === undefined ? undefined : `In ${unit}.`].filter((each) => each !== undefined)
  return {
    ...typeSchema(type),
    ...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
    examples: [example],
  }
}

/** Returns the JSON Schema of a type. */
export function typeSchema(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'text':
      return textSchema(type)
    case 'number':
      return numberSchema(type)
    case 'flag':
      return { type: 'boolean' }
    case 'choice':
      return { type: 'string', enum: type.values }
    case 'date':
      return { type: 'string', pattern: DATE_PATTERN }
    case 'time':
      return { type: 'string', pattern: TIME_PATTERN }
    case 'coordinates':
      return COORDINATES_SCHEMA
    case 'list':
      return { type: 'array', maxItems: type.maxEntries, items: typeSchema(type.items) }
    case 'object': {
      const fields = Object.entries(membersOf(type)).map(([name, member]) => [name, jsonSchemaOf(member)] as const)
      const properties = Object.fromEntries(fields)
      return { type: 'object', properties, ...(type.required.length === 0 ? {} : { required: type.required }) }
    }
  }
}

function textSchema({ maxCharacters, isFilled, pattern = FILLED_PATTERN }: TextType): JsonSchema {
  const schema = { type: 'string', maxLength: maxCharacters }
  return isFilled === true ? { ...schema, minLength: 1, pattern } : schema
}

function numberSchema({ min, max, step }: NumberType): JsonSchema {
  if (step === 1) return { type: 'integer', minimum: min, maximum: max }
  const schema = { type: 'number', minimum: min, maximum: max }
  return step === undefined ? schema : { ...schema, multipleOf: step }
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
