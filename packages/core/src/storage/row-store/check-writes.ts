import { defined } from '../../model/defined.ts'
import { validationError } from '../../model/validation-error.ts'
import { checkRowKey } from './row-key.ts'
import { type KeyRange, MAX_READ_ROWS, MAX_WRITE_ROWS } from './row-store.ts'

/**
 * Rejects too many rows and duplicate rows. All stores use this check.
 *
 * @throws `validation_failed`
 */
export function checkWrites(writes: readonly { readonly table: string; readonly key: string }[]): void {
  if (writes.length > MAX_WRITE_ROWS) {
    throw validationError(`${writes.length} rows in one write; the limit is ${MAX_WRITE_ROWS}.`)
  }
  const seen = new Set<string>()
  for (const { table, key } of writes) {
    checkRowKey(key)
    const name = `${table} ${key}`
    if (seen.has(name)) throw validationError(`The row ${key} of ${table} is written twice.`)
    seen.add(name)
  }
}

/**
 * Rejects an invalid limit of a range.
 *
 * @throws `validation_failed`
 */
export function checkRange({ limit }: KeyRange): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_READ_ROWS) return
  throw validationError(`limit is ${limit}; give an integer of 1 to ${MAX_READ_ROWS}.`)
}

/**
 * Rejects more rows than one read allows.
 *
 * @throws `validation_failed`
 */
export function checkReadKeys(keys: readonly string[]): void {
  if (keys.length <= MAX_READ_ROWS) return
  throw validationError(`${keys.length} rows in one read; the limit is ${MAX_READ_ROWS}.`)
}

/** Returns the bounds of a range. `after` and `before` are exclusive, `from` is inclusive. */
export function rangeBounds({ prefix, after, before }: KeyRange): { from?: string; after?: string; before?: string } {
  // No key has a character above `~`.
  const last = prefix === undefined ? undefined : `${prefix}\x7f`
  const first = prefix !== undefined && (after === undefined || after < prefix) ? prefix : undefined
  const end = last === undefined ? before : before === undefined || before > last ? last : before
  return {
    ...(first === undefined ? (after === undefined ? {} : { after }) : { from: first }),
    ...defined({ before: end }),
  }
}
