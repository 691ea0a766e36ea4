import { type FeedRepair, failure, type RawItem } from '../item/feed-item.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongCell, longCellFailure } from '../limits/long-cell.ts'
import type { CsvCells, CsvDialect } from './csv-dialect.ts'
import { isComment } from './find-header.ts'
import { splitRow } from './split-row.ts'

/** Lines at the end of a table, or between its parts: totals, and marks of the end. */
const TRAILER =
  /^(?:\(?\d{1,12} (?:rows?|records?|lines?|hotels?|items?)\b|-{2,}|={3,}|\*{3,}|(?:eof|end|(?:grand )?totals?|sum|summe|gesamt|count|rows?|records?|anzahl|trailer|fin|ende|totale?)\b.{0,60}$)/i

/** In a table of this many columns or more, a total may be a row of its own. */
const TOTAL_COLUMNS_MIN = 4
const TOTAL_CELLS_MAX = 2

/** Converts the cells of a table to rows. */
export class RowBuilder {
  /** Lines that are neither rows nor errors. */
  skippedLines = 0
  readonly #dialect: CsvDialect
  readonly #columns: readonly string[]
  readonly #hasPlainNames: boolean
  /** Repairs of the header, until the first row reports them. */
  #headerRepairs: readonly FeedRepair[]

  constructor(dialect: CsvDialect) {
    this.#dialect = dialect
    this.#columns = dialect.columns
    this.#hasPlainNames = !dialect.columns.includes('__proto__')
    this.#headerRepairs = dialect.repeatedNames.length === 0 ? [] : [repeatedRepair(dialect.repeatedNames)]
  }

  /**
   * Adds the item of a row to a list.
   *
   * @param text - The text of the row, if the row has no line end inside a cell.
   * @param cpu - CPU time of parsing, in milliseconds.
   */
  add(items: RawItem[], line: number, cells: CsvCells, text: string | undefined, cpu: number): void {
    const width = this.#columns.length
    if (cells.length !== width) {
      this.#addUneven(items, line, cells, text, cpu)
      return
    }
    if (cells[0] === this.#dialect.header[0] && this.#repeatsHeader(cells)) this.skippedLines += 1
    else this.#addRow(items, line, cells, text === undefined || text.length > FEED_LIMITS.cellCharacters, cpu)
  }

  #addRow(items: RawItem[], line: number, cells: CsvCells, mayBeLong: boolean, cpu: number, repair?: FeedRepair): void {
    const columns = this.#columns
    if (mayBeLong) {
      const long = cells.findIndex(isLongCell)
      if (long !== -1) {
        items.push(longCellFailure(line, [columns[long] as string], (cells[long] as string).length))
        return
      }
    }
    const row: Record<string, unknown> = this.#hasPlainNames ? {} : Object.create(null)
    let filled = 0
    for (let at = 0; at < columns.length; at++) {
      const cell = cells[at] as string
      if (cell === '') continue
      row[columns[at] as string] = cell
      filled += 1
    }
    if (filled <= TOTAL_CELLS_MAX && this.#isNoRow(cells)) return
    if (repair === undefined && this.#headerRepairs.length === 0) {
      items.push({ line, row, cpu })
      return
    }
    const repairs = repair === undefined ? this.#headerRepairs : [...this.#headerRepairs, repair]
    this.#headerRepairs = []
    items.push({ line, row, cpu, repairs })
  }

  /** Adds a row with fewer or more cells than the header. */
  #addUneven(items: RawItem[], line: number, cells: CsvCells, text: string | undefined, cpu: number): void {
    const width = this.#columns.length
    if (cells.every((cell) => cell.trim() === '')) return
    if (cells.length === 1 && width > 1 && isTrailer(cells[0] as string)) {
      this.skippedLines += 1
      return
    }
    if (cells.length > width && cells.slice(width).every((cell) => cell === '')) {
      this.add(items, line, cells.slice(0, width), text, cpu)
      return
    }
    if (cells.length > width && text !== undefined && this.#addParts(items, line, text, cpu)) return
    if (cells.length < width && this.#dialect.padsRows && cells.length > 1) {
      const padded = [...cells, ...Array<string>(width - cells.length).fill('')]
      const message = `Rows end before the last of ${width} columns; their last columns are read as empty.`
      this.#addRow(items, line, padded, true, cpu, { code: 'row_padded', message })
      return
    }
    const [code, question] =
      cells.length < width
        ? (['too_few_columns', 'is a delimiter or a quote missing?'] as const)
        : (['too_many_columns', 'is a field with a delimiter not quoted?'] as const)
    items.push(failure(line, code, `The row has ${cells.length} columns, the header ${width}; ${question}`))
  }

  /** Adds the rows of a line with other line ends inside. Returns false if its parts are not rows. */
  #addParts(items: RawItem[], line: number, text: string, cpu: number): boolean {
    if (!/[\r\n]/.test(text) || text.includes(this.#dialect.quote)) return false
    const parts = text.split(/[\r\n]+/).filter((part) => part !== '')
    const rows = parts.map((part) => splitRow(part, this.#dialect))
    const width = this.#columns.length
    if (!rows.every((cells) => Array.isArray(cells) && cells.length === width)) return false
    for (const [at, cells] of rows.entries()) this.add(items, line, cells as string[], parts[at], cpu / rows.length)
    return true
  }

  /** Returns whether a row with few values is blank, or a total. A total is counted. */
  #isNoRow(cells: CsvCells): boolean {
    if (cells.every((cell) => cell.trim() === '')) return true
    if (cells.length < TOTAL_COLUMNS_MIN || !isTrailer(cells.find((cell) => cell !== '') as string)) return false
    this.skippedLines += 1
    return true
  }

  #repeatsHeader(cells: CsvCells): boolean {
    return this.#dialect.header.every((name, at) => (cells[at] ?? '').trim() === name)
  }
}

/** Returns whether a cell is the text of a line at the end of a table. */
function isTrailer(cell: string): boolean {
  return isComment(cell) || TRAILER.test(cell.trim())
}

function repeatedRepair(names: readonly string[]): FeedRepair {
  const shown = names.slice(0, 5).map((name) => `"${name.slice(0, 60)}"`)
  const [first = ''] = names
  return {
    code: 'column_renamed',
    message: `The header has ${shown.join(', ')} more than once; later columns are read as "${first.slice(0, 60)}_2" and so on.`,
  }
}
