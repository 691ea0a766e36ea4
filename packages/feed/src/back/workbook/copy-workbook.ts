import { FEED_LIMITS } from '../../limits/feed-limits.ts'
import type { SheetForm } from '../../xlsx/sheet-table.ts'
import { WorkbookArchive } from '../../xlsx/workbook-archive.ts'
import type { AnsweredRow, AnsweredRows } from '../result/answered-rows.ts'
import type { WriteBytes } from '../result/write-bytes.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { ResultCells } from './result-cells.ts'
import { SheetCopy } from './sheet-copy.ts'
import { sheetExtent } from './sheet-extent.ts'
import { SheetScanner } from './sheet-scanner.ts'

/** A workbook to copy. */
export interface CopiedWorkbook {
  readonly path: string
  /** Name of the workbook in messages. */
  readonly name: string
  /** The table whose rows get results; undefined if the workbook has no row. */
  readonly sheet: (SheetForm & { readonly part: string }) | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Copies a workbook and adds cells to the rows of one sheet. All other parts keep their packed bytes. The texts of the
 * new cells are in the cells, so that the shared texts stay as they are.
 *
 * @returns The row that the source does not have, if there is one.
 * @throws {FeedError} `not_annotatable` if the sheet has no free columns; `invalid_workbook`, `workbook_too_large`.
 */
export async function copyWorkbook(
  { path, name, sheet, signal }: CopiedWorkbook,
  first: AnsweredRow | undefined,
  rows: AnsweredRows,
  write: WriteBytes,
): Promise<AnsweredRow | undefined> {
  const part = sheet?.part.toLowerCase()
  const cells = sheet === undefined ? undefined : await resultCells(path, name, sheet)
  const archive = await WorkbookArchive.open(path, name)
  const writer = new ArchiveWriter(write, name)
  let missing = first
  try {
    for (const entry of archive.entries) {
      signal?.throwIfAborted()
      if (cells === undefined || entry.fileName.toLowerCase() !== part) {
        await writer.keep(entry, archive.packed(entry))
        continue
      }
      const copy = new SheetCopy(rows, cells, new SheetScanner(name), sheet?.headerLine)
      await writer.replace(entry, copy.copy(archive.read(entry.fileName, FEED_LIMITS.workbookBytes), first))
      missing = copy.missing
    }
    await writer.end()
    return missing
  } finally {
    archive.close()
  }
}

/** Reads the sheet once, since the columns of the results depend on its last row. */
async function resultCells(
  path: string,
  name: string,
  sheet: SheetForm & { readonly part: string },
): Promise<ResultCells> {
  const archive = await WorkbookArchive.open(path, name)
  try {
    const chunks = archive.read(sheet.part, FEED_LIMITS.workbookBytes)
    return new ResultCells(sheet, await sheetExtent(chunks, new SheetScanner(name)), name)
  } finally {
    archive.close()
  }
}
