import { defaultSchema, type RegistrySchema } from '@utpid/core'
import { type JsonSchema, jsonSchemaOf } from '@utpid/core/operations'
import type { z } from 'zod'

const schemas = new WeakSet<z.core.$ZodType>()

/**
 * Marks a schema whose properties are the fields of a record. The description of a registry with custom fields adds the
 * custom fields to it.
 */
export function withRecordFields<Schema extends z.ZodType>(schema: Schema): Schema {
  schemas.add(schema)
  return schema
}

/** Adds the custom fields of a registry to the JSON Schema of a marked schema. Other JSON Schemas stay as they are. */
export function addCustomFields(
  schema: z.core.$ZodType,
  json: Record<string, unknown>,
  { fields }: RegistrySchema,
): void {
  if (fields === defaultSchema.fields || !schemas.has(schema)) return
  const { extra, ...known } = json.properties as Readonly<Record<string, JsonSchema>>
  const custom = Object.entries(fields)
    .filter(([name]) => !Object.hasOwn(defaultSchema.fields, name))
    .map(([name, definition]): [string, JsonSchema] => [name, { title: definition.label, ...jsonSchemaOf(definition) }])
  json.properties = { ...known, ...Object.fromEntries(custom), extra }
}
