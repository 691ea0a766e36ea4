import type { TableForm } from '../csv/csv-dialect.ts'
import { splitRow } from '../csv/split-row.ts'
import {
  areResultColumns,
  freeResultColumns,
  RESULT_COLUMNS,
  type RowResult,
  resultValues,
} from './result/row-result.ts'
import type { TextUnits } from './text-units.ts'

/** A place in the text of a row, and the text to write there. */
export interface CellChange {
  /** Index of the first character to replace. */
  readonly from: number
  /** Index after the last character to replace; `from` if there is none. */
  readonly to: number
  readonly text: string
}

const COUNT = RESULT_COLUMNS.length

/**
 * Places the appended cells in the rows of a table. If the last four columns of the header are those that an earlier
 * copy has appended, their cells are replaced.
 */
export class TableCells {
  readonly #form: TableForm
  readonly #delimiter: string
  readonly #quoting: TableForm['quoting']
  /** Columns of the table without those of an earlier copy. */
  readonly #width: number
  readonly #replaces: boolean
  readonly #names: readonly string[]

  /** @param encode - Returns the delimiter as the units of the file. */
  constructor(form: TableForm, encoding: string | undefined, units: TextUnits) {
    const { header, headerLine, quoting } = form
    this.#form = form
    this.#delimiter = delimiterIn(quoting.delimiter, encoding, units)
    this.#quoting = { ...quoting, delimiter: this.#delimiter }
    this.#replaces = headerLine !== undefined && areResultColumns(header.slice(-COUNT))
    this.#width = this.#replaces ? header.length - COUNT : header.length
    this.#names = this.#replaces ? header.slice(-COUNT) : freeResultColumns(header)
  }

  /** Returns the change of the header. The text of the header need not be known. */
  header(): string {
    return this.#replaces ? '' : this.#cells(this.#names)
  }

  /**
   * @param text - The text of the row in the units of the file; undefined if the row is too long. The cells are then
   *   placed at its end.
   */
  row(text: string | undefined, result: RowResult): CellChange {
    const appended = this.#cells(resultValues(result))
    const cells = text === undefined ? undefined : splitRow(text, this.#quoting)
    if (text === undefined || !Array.isArray(cells))
      return { from: text?.length ?? 0, to: text?.length ?? 0, text: appended }
    const { length } = cells
    if (length < this.#width) {
      return { from: text.length, to: text.length, text: this.#delimiter.repeat(this.#width - length) + appended }
    }
    if (this.#replaces && length === this.#width + COUNT) {
      const from = this.#startOfLast(text, COUNT)
      if (from !== undefined) return { from, to: text.length, text: appended }
    }
    // Empty cells beyond the header stay beyond the appended ones.
    const beyond =
      text.endsWith(this.#delimiter.repeat(length - this.#width)) && cells.slice(this.#width).every(isEmpty)
    const at = beyond ? text.length - (length - this.#width) * this.#delimiter.length : text.length
    return { from: at, to: at, text: appended }
  }

  get form(): TableForm {
    return this.#form
  }

  /** Returns the index of the delimiter before the last cells, or undefined if one of them may be quoted. */
  #startOfLast(text: string, count: number): number | undefined {
    let at = text.length
    for (let cell = 0; cell < count; cell++) at = text.lastIndexOf(this.#delimiter, at - 1)
    return at > 0 && !text.includes(this.#quoting.quote, at) ? at : undefined
  }

  #cells(values: readonly (string | number | undefined)[]): string {
    return values.map((value) => `${this.#delimiter}${value ?? ''}`).join('')
  }
}

function isEmpty(cell: string): boolean {
  return cell === ''
}

/** Returns a delimiter as `units` decodes it. A delimiter beyond ASCII has one or more bytes. */
function delimiterIn(delimiter: string, encoding: string | undefined, units: TextUnits): string {
  const isAscii = delimiter.charCodeAt(0) < 0x80
  if (isAscii || units.size === 2) return delimiter
  return Buffer.from(delimiter, encoding === 'utf-8' ? 'utf8' : 'latin1').toString('latin1')
}
