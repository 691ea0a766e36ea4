import { RegistryError } from '@utpid/core'

/** Longer names are cut by PostgreSQL, and two would become one. */
const BYTES_MAX = 63

/** @throws `validation_failed` for what is no name of a schema. */
export function checkSchema(schema: string): string {
  const bytes = Buffer.byteLength(schema)
  if (bytes >= 1 && bytes <= BYTES_MAX && !/["\0]/.test(schema) && !schema.startsWith('pg_')) return schema
  throw new RegistryError(
    'validation_failed',
    `schema is "${schema}"; give a name of 1 to ${BYTES_MAX} bytes that does not begin with pg_ and has no quotation mark.`,
  )
}

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
