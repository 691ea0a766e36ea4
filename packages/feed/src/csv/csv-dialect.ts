/** The texts of one row. */
export type CsvCells = readonly string[]

/** How the cells of a row are separated and quoted. */
export interface CsvQuoting {
  readonly delimiter: string
  readonly quote: '"' | "'"
  /** The character before a quote inside a quoted cell: the quote itself, or a backslash. */
  readonly escape: '"' | "'" | '\\'
  /** Whether white space before a cell is removed. It is not if the delimiter itself is white space. */
  readonly trims: boolean
}

/** The form of a CSV source. */
export interface CsvDialect extends CsvQuoting {
  /**
   * Column names as written, without surrounding space. An empty name becomes `column_N`; a second `NAME` becomes
   * `NAME_2`.
   */
  readonly columns: readonly string[]
  /** Cells of the header as written, without surrounding space. Empty if the columns are given. */
  readonly header: CsvCells
  /** Names that occur several times in the header. */
  readonly repeatedNames: readonly string[]
  /** The first row, if it seems to be data. The columns then have numbers as names. */
  readonly firstRow: CsvCells | undefined
  /** Whether rows end after their last cell that is not empty. */
  readonly padsRows: boolean
}

/** The form of a table, as far as it tells where the cells of its rows start and end. */
export interface TableForm {
  readonly quoting: CsvQuoting
  /** Names in the header as written, empty ones too; the columns of a table without a header. */
  readonly header: CsvCells
  /** Number of the line on which the header ends; undefined without a header. */
  readonly headerLine: number | undefined
}

/** @param mark - The character before a quote inside a quoted cell. Default: the quote. */
export function quotingOf(
  delimiter: string,
  quote: CsvQuoting['quote'] = '"',
  mark: CsvQuoting['escape'] = quote,
): CsvQuoting {
  return { delimiter, quote, escape: mark, trims: delimiter !== '\t' }
}
