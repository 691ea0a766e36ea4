import { isPlainObject } from '../json/plain-object.ts'
import { foldKey } from './field-key.ts'

/**
 * A value of a row. If the value is the complete content of a key, the result also contains that key as the row has it.
 */
export interface FoundColumn {
  readonly key: string | undefined
  readonly value: unknown
}

/** Column names by their folded form, for lookups in constant time. */
export class ColumnNames {
  readonly #names: ReadonlySet<string>
  readonly #folded = new Map<string, string>()

  constructor(names: readonly string[]) {
    this.#names = new Set(names)
    for (const name of names) {
      const folded = foldKey(name)
      if (folded !== '' && !this.#folded.has(folded)) this.#folded.set(folded, name)
    }
  }

  /**
   * Returns the column name that equals the wanted name, else the first name that differs only in case, accents and
   * separators.
   */
  find(wanted: string): string | undefined {
    return this.#names.has(wanted) ? wanted : this.#folded.get(foldKey(wanted))
  }
}

/** The columns of one row, by the names that mappings and conditions use. */
export class RowColumns {
  readonly #row: Record<string, unknown>
  #names: ColumnNames | undefined

  constructor(row: Record<string, unknown>) {
    this.#row = row
  }

  /**
   * Finds the column that a mapping or condition names: the key as written, else a key that differs only in case,
   * accents and separators, else a path into nested objects (`hotel.address.city`).
   */
  read(column: string): FoundColumn | undefined {
    const row = this.#row
    if (Object.hasOwn(row, column)) return { key: column, value: row[column] }
    this.#names ??= new ColumnNames(Object.keys(row))
    const key = this.#names.find(column)
    if (key !== undefined) return { key, value: row[key] }
    if (!column.includes('.')) return undefined
    let value: unknown = row
    for (const part of column.split('.')) {
      if (!isPlainObject(value) || !Object.hasOwn(value, part)) return undefined
      value = value[part]
    }
    return { key: undefined, value }
  }
}
