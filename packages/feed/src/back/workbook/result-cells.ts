import { FeedError } from '../../item/feed-error.ts'
import { COLUMNS_MAX, columnName } from '../../xlsx/sheet-rows.ts'
import type { SheetForm } from '../../xlsx/sheet-table.ts'
import {
  areResultColumns,
  freeResultColumns,
  RESULT_COLUMNS,
  type RowResult,
  resultValues,
} from '../result/row-result.ts'
import type { SheetExtent } from './sheet-extent.ts'

const COUNT = RESULT_COLUMNS.length

/** The columns of a sheet that receive the results. */
export class ResultCells {
  /** 0-based first column. */
  readonly first: number
  /** 0-based column after the last one. */
  readonly end: number
  /** Whether the sheet may have cells in these columns. They are those of an earlier copy, or are empty. */
  readonly replaces: boolean
  readonly #names: readonly string[]

  /**
   * The results stand to the right of all cells. If the last four columns of the header are those of an earlier copy,
   * their values are replaced.
   *
   * @param name - Name of the workbook in messages.
   * @throws {FeedError} `not_annotatable` if the sheet has no free columns on the right.
   */
  constructor({ header, headerLine }: SheetForm, { columns, filledColumns, formulas }: SheetExtent, name: string) {
    const last = header.length - COUNT
    const own = Array.from({ length: COUNT }, (_, at) => last + at)
    const isEarlier = headerLine !== undefined && areResultColumns(header.slice(-COUNT))
    if (isEarlier && !own.some((column) => formulas.has(column))) {
      this.first = last
      this.replaces = true
      this.#names = header.slice(-COUNT)
    } else {
      this.first = Math.max(columns, header.length)
      this.replaces = this.first + COUNT > COLUMNS_MAX
      if (this.replaces) this.first = Math.max(filledColumns, header.length)
      this.#names = freeResultColumns(header)
    }
    this.end = this.first + COUNT
    if (this.end > COLUMNS_MAX) {
      throw new FeedError(
        'not_annotatable',
        `The sheet of ${name} has cells up to its last columns, so there is no place for results; remove some columns.`,
      )
    }
  }

  /** @param styles - The styles of the cells, by their positions among the results. */
  header(prefix: string, line: number, styles: readonly (string | undefined)[]): string {
    return this.#cells(prefix, line, this.#names, styles)
  }

  row(prefix: string, line: number, result: RowResult, styles: readonly (string | undefined)[]): string {
    return this.#cells(prefix, line, resultValues(result), styles)
  }

  #cells(
    prefix: string,
    line: number,
    values: readonly (string | number | undefined)[],
    styles: readonly (string | undefined)[],
  ): string {
    return values
      .map((value, at) => cellXml(prefix, `${columnName(this.first + at)}${line}`, value, styles[at]))
      .join('')
  }
}

function cellXml(
  prefix: string,
  reference: string,
  value: string | number | undefined,
  style: string | undefined,
): string {
  const start = `<${prefix}c r="${reference}"${style === undefined ? '' : ` s="${style}"`}`
  if (value === undefined) return style === undefined ? '' : `${start}/>`
  if (typeof value === 'number') return `${start}><${prefix}v>${value}</${prefix}v></${prefix}c>`
  const text = `<${prefix}is><${prefix}t>${escapedXml(value)}</${prefix}t></${prefix}is>`
  return `${start} t="inlineStr">${text}</${prefix}c>`
}

/** Returns ASCII, which is the same in each encoding of a sheet. */
function escapedXml(text: string): string {
  return text.replace(/[^\x20-\x7e]|[<>&]/gu, (character) => `&#${character.codePointAt(0)};`)
}
