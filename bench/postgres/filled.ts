import type { PartContext } from '../report/part.ts'
import { PLACE } from './bench-place.ts'
import type { FilledSchema } from './filled-schema.ts'

const RECORDS = 5_000_000
/** Answers are compared with an index in memory at most at this size. */
const COMPARED_RECORDS = 200_000

/** The registry that a run measures. */
export function filledSchema({ seed, options, say }: PartContext): Promise<FilledSchema> {
  return PLACE.filled(recordsOf(options.records), seed, { url: options.url, export: options.export }, say)
}

/** The registry whose answers are compared; the same one when the run is no larger. */
export function comparedSchema(context: PartContext): Promise<FilledSchema> {
  const { seed, options, say } = context
  if (recordsOf(options.records) <= COMPARED_RECORDS) return filledSchema(context)
  return PLACE.filled(COMPARED_RECORDS, seed, { url: options.url }, say)
}

function recordsOf(given: string | undefined): number {
  const records = Number(given ?? RECORDS)
  if (Number.isSafeInteger(records) && records >= 1) return records
  throw new Error(`--records is ${given}; give a whole number of 1 or more.`)
}
