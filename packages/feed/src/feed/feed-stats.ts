import type { ColumnReport } from '../columns/column-report.ts'
import type { TableForm } from '../csv/csv-dialect.ts'
import type { FeedFormat } from '../source/detect-format.ts'
import type { SheetForm } from '../xlsx/sheet-table.ts'

/** Counters of the items read so far. The caller passes this object to `readFeed`, which updates it. */
export interface FeedStats {
  /** Bytes read from the source as stored (compressed size). */
  bytesRead: number
  /** Bytes read from the document after unpacking. */
  bytesUnpacked: number
  /** Size of the source in bytes, if known. */
  bytesTotal: number | undefined
  /** Records yielded. */
  records: number
  /** Lines that yielded an error instead of a record. */
  errors: number
  /** Rows that did not meet the conditions and were not yielded. */
  filtered: number
  /** Records yielded that are removals. */
  removed: number
  /** Format of the source, once it is known. */
  format?: FeedFormat
  /** Encoding of a text source, such as `windows-1251`. */
  encoding?: string
  /** The byte that ends the lines of a text source, unless it is LF: 13 (CR). */
  lineEnd?: number
  /** Form of a CSV source, known before its first row. */
  table?: TableForm
  /** Form of the table in the sheet of a workbook, and the part of the sheet in the archive. */
  sheet?: SheetForm & { readonly part: string }
  /** Place of the records inside a JSON or XML document, such as `hotels[]`, unless they are at the top level. */
  recordPath?: string
  /** Other lists of objects in the JSON document, which were not read, with the number of objects in each. */
  otherLists?: Readonly<Record<string, number>>
  /** Names of the other sheets of the workbook, which were not read. Sheets without cells, such as charts, are left out. */
  otherSheets?: readonly string[]
  /** Lines of a table that are neither rows nor errors: titles, comments, totals and repeated headers. */
  skippedLines?: number
  /** The columns with their fields; undefined until the reading ends. */
  columns: ColumnReport | undefined
}

/** Creates counters at zero. */
export function createFeedStats(): FeedStats {
  return {
    bytesRead: 0,
    bytesUnpacked: 0,
    bytesTotal: undefined,
    records: 0,
    errors: 0,
    filtered: 0,
    removed: 0,
    columns: undefined,
  }
}
