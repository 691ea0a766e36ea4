import { validationError } from '../../model/validation-error.ts'

/**
 * Returns the options of a call as an object. For undefined or null, returns an empty object.
 *
 * @throws {@link RegistryError} `validation_failed` for any other value.
 */
export function optionsOf<Options extends object>(options: Options | null | undefined): Partial<Options> {
  if (options === undefined || options === null) return {}
  if (typeof options === 'object' && !Array.isArray(options)) return options
  throw validationError(`Options must be an object; this is ${describe(options)}.`)
}

/**
 * Checks an optional text.
 *
 * @throws {@link RegistryError} `validation_failed` if the value is defined and not a string.
 */
export function checkText(value: unknown, what: string): void {
  if (value === undefined || typeof value === 'string') return
  throw validationError(`${what} must be text; this is ${describe(value)}.`)
}

/**
 * Checks an optional boolean.
 *
 * @throws {@link RegistryError} `validation_failed` if the value is defined and not a boolean.
 */
export function checkBoolean(value: unknown, what: string): void {
  if (value === undefined || typeof value === 'boolean') return
  throw validationError(`${what} must be true or false; this is ${describe(value)}.`)
}

/**
 * Checks a stream of records.
 *
 * @throws {@link RegistryError} `validation_failed` if the records are not an iterable or async iterable.
 */
export function checkRecords(records: unknown): void {
  const streams = typeof records === 'object' && records !== null
  if (streams && (Symbol.iterator in records || Symbol.asyncIterator in records)) return
  throw validationError(
    `import takes an array, an iterable or an async iterable of records; this is ${describe(records)}.`,
  )
}

/** Formats a rejected value for a message. The function never throws, for any value. */
export function quoted(value: unknown): string {
  const isShown = ['string', 'number', 'boolean', 'undefined'].includes(typeof value)
  return isShown ? `"${value}"` : describe(value)
}

/** Describes the type of a wrong value without reading its content. */
export function describe(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isArray(value) ? 'an array' : `of type ${typeof value}`
}

function isArray(value: unknown): boolean {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}
