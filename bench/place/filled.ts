import { type PartContext, wholeNumber } from '../harness/part.ts'
import { ENVIRONMENT } from './bench-environment.ts'
import type { FilledSchema } from './filled-schema.ts'

const RECORDS = 5_000_000
/** Maximum number of records for comparing answers with an in-memory index. */
const COMPARED_RECORDS = 200_000

/** Returns the schema to measure. */
export function filledSchema(context: PartContext, unless = RECORDS): Promise<FilledSchema> {
  return ENVIRONMENT.filled(wholeNumber(context, 'records', unless), context.options.export, context)
}

/** Returns the schema whose answers are compared. It is the measured schema if that is small enough. */
export function comparedSchema(context: PartContext): Promise<FilledSchema> {
  if (wholeNumber(context, 'records', RECORDS) <= COMPARED_RECORDS) return filledSchema(context)
  return ENVIRONMENT.filled(COMPARED_RECORDS, undefined, context)
}
