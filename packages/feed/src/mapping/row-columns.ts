import { isPlainObject } from '../json/plain-object.ts'
import { foldKey } from './field-key.ts'

/** A value of a row, and the row's own key when the value is all that the key holds. */
export interface FoundColumn {
  readonly key: string | undefined
  readonly value: unknown
}

/** Names of columns by their folded form, so that finding one takes the same time however many there are. */
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

  /** The name that is meant: as written, else the first that differs only in case, accents and separators. */
  find(wanted: string): string | undefined {
    return this.#names.has(wanted) ? wanted : this.#folded.get(foldKey(wanted))
  }
}

/** The columns of one row as mappings and conditions call them. */
export class RowColumns {
  readonly #row: Record<string, unknown>
  #names: ColumnNames | undefined

  constructor(row: Record<string, unknown>) {
    this.#row = row
  }

  /**
   * Finds what a mapping or condition calls a column: the key as written, else the key that differs only in case,
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
