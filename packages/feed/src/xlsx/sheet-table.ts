import { checkHeader } from '../csv/header-checks.ts'
import type { FeedRepair, RawItem } from '../item/feed-item.ts'
import { setOwn } from '../json/plain-object.ts'
import { shortName } from '../limits/long-cell.ts'
import { FreeNames } from '../mapping/free-names.ts'
import type { SheetRow } from './sheet-rows.ts'

/** Rows among which the header is searched. */
const HEADER_ROWS = 50
/** The header has at least this share of the cells of the widest of the first rows: a title has few. */
const HEADER_SHARE = 0.5
const HEADER_TEXTS_MIN = 2

/** The form of a table in a sheet. */
export interface SheetForm {
  /** Names in the header by their columns, empty ones too; the columns of a sheet without a header. */
  readonly header: readonly string[]
  /** Number of the row of the header; undefined without a header. */
  readonly headerLine: number | undefined
}

/** The functions that learn the header of a sheet, before its first row. */
export interface SheetHooks {
  /** An error that it throws ends the reading. */
  readonly onHeader?: ((columns: readonly string[]) => void) | undefined
  readonly onForm?: ((form: SheetForm) => void) | undefined
}

/**
 * Turns the rows of a sheet into items. The header is the first row with at least two texts, and half of the cells of
 * the widest of the first 50 rows, that is followed by a row; else the first row. Rows above the header are titles and
 * are skipped.
 */
export class SheetTable {
  readonly #hooks: SheetHooks
  #waiting: SheetRow[] | undefined = []
  /** The names of the columns by their positions. Columns beyond the header get names when they have a value. */
  #names: string[] = []

  /** @param columns - The names of the columns of a sheet without a header. */
  constructor(columns: readonly string[] | undefined, hooks: SheetHooks) {
    this.#hooks = hooks
    if (columns === undefined) return
    this.#waiting = undefined
    this.#setHeader(columns, undefined)
  }

  /** @throws {FeedError} `header_too_large` or `column_name_too_long`, and the errors of `onHeader`. */
  add(rows: readonly SheetRow[]): RawItem[] {
    if (this.#waiting === undefined) return rows.map((row) => this.#item(row))
    for (const row of rows) this.#waiting.push(row)
    return this.#waiting.length < HEADER_ROWS ? [] : this.#start(this.#waiting)
  }

  end(): RawItem[] {
    return this.#waiting === undefined || this.#waiting.length === 0 ? [] : this.#start(this.#waiting)
  }

  #start(rows: readonly SheetRow[]): RawItem[] {
    this.#waiting = undefined
    const at = headerIndex(rows)
    const header = rows[at] as SheetRow
    const names: string[] = []
    for (const [index, column] of header.columns.entries()) {
      while (names.length < column) names.push('')
      names[column] = (header.texts[index] as string).trim()
    }
    const skipped = rows.slice(0, at).flatMap(({ failure }) => (failure === undefined ? [] : [failure]))
    if (header.failure !== undefined) skipped.push(header.failure)
    this.#setHeader(names, header.line)
    return [...skipped, ...rows.slice(at + 1).map((row) => this.#item(row))]
  }

  #setHeader(names: readonly string[], headerLine: number | undefined): void {
    checkHeader(names)
    const used = new Set<string>()
    const freeNames = new FreeNames((name) => used.has(name))
    this.#names = names.map((name, at) => {
      const free = freeNames.of(name === '' ? unnamed(at) : name)
      used.add(free)
      return free
    })
    this.#hooks.onForm?.({ header: names, headerLine })
    this.#hooks.onHeader?.(this.#names)
  }

  #item({ line, columns, texts, failure, errorValue, cpu }: SheetRow): RawItem {
    if (failure !== undefined) return failure
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] as number
      setOwn(row, this.#names[column] ?? unnamed(column), texts[at])
    }
    if (errorValue === undefined) return { line, row, cpu }
    const column = this.#names[errorValue.column] ?? unnamed(errorValue.column)
    const message = `The column ${JSON.stringify(shortName(column))} has the error value ${shortName(errorValue.value)}, which is read as empty.`
    const repair: FeedRepair = { code: 'error_value_omitted', message }
    return { line, row, cpu, repairs: [repair] }
  }
}

function unnamed(column: number): string {
  return `column_${column + 1}`
}

function headerIndex(rows: readonly SheetRow[]): number {
  const widest = Math.max(...rows.map(({ columns }) => columns.length))
  const at = rows.findIndex(
    ({ columns, textCells }, index) =>
      textCells >= HEADER_TEXTS_MIN && columns.length >= widest * HEADER_SHARE && index < rows.length - 1,
  )
  return Math.max(0, at)
}
