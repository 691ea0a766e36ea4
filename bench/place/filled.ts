import type { PartContext } from '../harness/part.ts'
import { ENVIRONMENT } from './bench-environment.ts'
import type { FilledSchema } from './filled-schema.ts'

const RECORDS = 5_000_000
/** Maximum number of records for comparing answers with an in-memory index. */
const COMPARED_RECORDS = 200_000

/** Returns the schema to measure. */
export function filledSchema(context: PartContext): Promise<FilledSchema> {
  return ENVIRONMENT.filled(recordsOf(context, RECORDS), context.options.export, context)
}

/** Returns the schema whose answers are compared. It is the measured schema if that is small enough. */
export function comparedSchema(context: PartContext): Promise<FilledSchema> {
  if (recordsOf(context, RECORDS) <= COMPARED_RECORDS) return filledSchema(context)
  return ENVIRONMENT.filled(COMPARED_RECORDS, undefined, context)
}

/** Returns the number of records of a part: `--records N`. */
export function recordsOf({ options }: PartContext, defaultRecords: number): number {
  const records = Number(options.records ?? defaultRecords)
  if (Number.isSafeInteger(records) && records >= 1) return records
  throw new Error(`--records is ${options.records}; give a whole number of 1 or more.`)
}
