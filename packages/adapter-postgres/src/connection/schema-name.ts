import { RegistryError } from '@utpid/core'

/** The maximum length of a name in bytes. PostgreSQL truncates longer names, so two names could become equal. */
const MAX_BYTES = 63

/** @throws `validation_failed` for an invalid schema name. */
export function checkSchema(schema: string): string {
  const bytes = Buffer.byteLength(schema)
  if (bytes >= 1 && bytes <= MAX_BYTES && !/["\0]/.test(schema) && !schema.startsWith('pg_')) return schema
  throw new RegistryError(
    'validation_failed',
    `schema is "${schema}"; give a name of 1 to ${MAX_BYTES} bytes that does not start with pg_ and contains no quotation mark.`,
  )
}

/** Quotes an identifier for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
