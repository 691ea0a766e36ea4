import { validationError } from '../../model/validation-error.ts'
import { checkRecords } from '../context/check-arguments.ts'

type Records = Iterable<unknown> | AsyncIterable<unknown>

/** A reading of the records of an import: to check the codes before anything is written, or to write the records. */
export type ImportPass = 'check' | 'write'

/** The records of an import, or a function that returns them again for each pass. */
export type RecordSource = Records | ((pass: ImportPass) => Records)

/** Returns the records for one pass. @throws {@link RegistryError} `validation_failed` */
export function recordsOf(source: RecordSource, pass: ImportPass): Records {
  const records = typeof source === 'function' ? source(pass) : source
  checkRecords(records)
  return records
}

/**
 * Checks that records can be read twice: those of a function, an array or a set. A generator or a stream can be read only
 * once.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkReadableTwice(source: RecordSource): void {
  if (typeof source === 'function') return
  checkRecords(source)
  if (canReadTwice(source)) return
  throw validationError(
    'An import that may deactivate records reads them twice; pass an array, or a function that returns the records again for each reading.',
  )
}

/** Returns whether an iterable can be read twice: an array or a set can, a generator or a stream cannot. */
export function canReadTwice(source: Iterable<unknown> | AsyncIterable<unknown>): boolean {
  return Symbol.iterator in source && (source[Symbol.iterator]() as unknown) !== source
}
