import { foldKey } from './field-key.ts'
import { isPlainObject } from './plain-object.ts'

/** A value of a row, and the row's own key when the value is all that the key holds. */
export interface FoundColumn {
  readonly key: string | undefined
  readonly value: unknown
}

/**
 * Finds what a mapping or condition calls a column: the key as written, else the key that differs only in case,
 * accents and separators, else a path into nested objects (`hotel.address.city`).
 */
export function readColumn(row: Record<string, unknown>, column: string): FoundColumn | undefined {
  const key = findColumn(Object.keys(row), column)
  if (key !== undefined) return { key, value: row[key] }
  if (!column.includes('.')) return undefined
  let value: unknown = row
  for (const part of column.split('.')) {
    if (!isPlainObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return { key: undefined, value }
}

/** The name among `columns` that is meant, or `undefined`. */
export function findColumn(columns: readonly string[], wanted: string): string | undefined {
  if (columns.includes(wanted)) return wanted
  const folded = foldKey(wanted)
  return folded === '' ? undefined : columns.find((column) => foldKey(column) === folded)
}
