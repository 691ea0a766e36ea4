import type { RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { shortName } from '../limits/long-cell.ts'
import { readCellFormats } from './cell-formats.ts'
import { candidateSheets, onlyHiddenRows, otherSheets } from './choose-sheet.ts'
import { readSharedTexts } from './shared-texts.ts'
import { SheetRows } from './sheet-rows.ts'
import { type SheetForm, SheetTable } from './sheet-table.ts'
import { invalidWorkbook, WorkbookArchive } from './workbook-archive.ts'
import { parsePart, readWorkbook, type Sheet } from './workbook-parts.ts'

/** Options of {@link readXlsx}. */
export interface XlsxOptions {
  /** Name of the sheet. Default: the first visible sheet that has a row. */
  readonly sheet?: string | undefined
  /** The names of the columns of a sheet without a header. Default: the header is found, see `SheetTable`. */
  readonly columns?: readonly string[] | undefined
  /** A function that is called with the name of the sheet that is read, and the names of all others. */
  readonly onSheet?: ((sheet: string, others: readonly string[]) => void) | undefined
  /** A function that is called once with the column names. An error that it throws ends the reading. */
  readonly onHeader?: ((columns: readonly string[]) => void) | undefined
  /** A function that is called with the part of the sheet in the archive, and the form of its table. */
  readonly onTable?: ((part: string, form: SheetForm) => void) | undefined
  readonly clock: CpuClock
  readonly signal?: AbortSignal | undefined
  /** Name of the source in messages. Default: the path. */
  readonly name?: string | undefined
}

/**
 * Reads one sheet of an Excel workbook (.xlsx). Each row below the header yields one object of its cells that are not
 * empty, as texts:
 *
 * - A number has its shortest form without an exponent. A format such as `00000` adds leading zeros.
 * - A date or time is ISO 8601 without a time zone. A truth value is `true` or `false`.
 * - A formula has its last stored result. An error value such as `#N/A` is empty, and the row reports a repair.
 * - A cell beyond the header, or below an empty header, belongs to `column_N`; N counts from 1.
 *
 * `line` is the number of the row in the sheet. Memory is bounded by `FEED_LIMITS.workbookTextBytes`.
 *
 * @throws {FeedError} `invalid_workbook`, `unsupported_workbook`, `workbook_too_large`, `unknown_records` (no such
 *   sheet, or only hidden sheets or charts have content), `header_too_large` or `column_name_too_long`, and the codes of a file that cannot be read.
 */
export async function* readXlsx(path: string, options: XlsxOptions): AsyncGenerator<RawItem[], void, undefined> {
  const { columns, onHeader, onTable, clock, signal } = options
  const name = options.name ?? path
  const archive = await WorkbookArchive.open(path, name)
  try {
    archive.checkKind()
    const { sheets, from1904, sharedStrings, styles } = await readWorkbook(archive, name)
    const candidates = candidateSheets(sheets, options.sheet, name)
    const formats = await readCellFormats(archive, styles, name, from1904)
    const shared = await readSharedTexts(archive, sharedStrings, name, signal)
    for (const sheet of candidates) {
      const part = partOf(sheet, archive, name)
      const rows = new SheetRows(shared, formats, clock)
      const table = new SheetTable(columns, { onHeader, onForm: (form) => onTable?.(part, form) })
      let hasRows = false
      for await (const _ of parsePart(archive, part, name, rows, FEED_LIMITS.workbookBytes)) {
        signal?.throwIfAborted()
        checkRoot(rows, sheet, name)
        const found = rows.take()
        if (found.length === 0) continue
        if (!hasRows) options.onSheet?.(sheet.name, otherSheets(sheets, sheet))
        hasRows = true
        const items = table.add(found)
        if (items.length > 0) yield items
      }
      if (!hasRows) continue
      const last = table.end()
      if (last.length > 0) yield last
      return
    }
    const hidden = options.sheet === undefined ? onlyHiddenRows(sheets, name) : undefined
    if (hidden !== undefined) throw hidden
  } finally {
    archive.close()
  }
}

function partOf({ name, part }: Sheet, archive: WorkbookArchive, path: string): string {
  if (part !== undefined && archive.has(part)) return part
  throw invalidWorkbook(path, `the part of the sheet ${JSON.stringify(shortName(name))} is missing`)
}

function checkRoot({ root }: SheetRows, { name }: Sheet, path: string): void {
  if (root === undefined || root === 'worksheet') return
  const shown = JSON.stringify(shortName(name))
  throw invalidWorkbook(path, `the part of the sheet ${shown} is no table of cells, but <${shortName(root)}>`)
}
