import { FeedError } from '../item/feed-error.ts'
import { shortName } from '../limits/long-cell.ts'
import { invalidWorkbook } from './workbook-archive.ts'
import type { Sheet } from './workbook-parts.ts'

const SHOWN_SHEETS = 20

/**
 * Returns the sheets that may have the records, the first choice first: the wanted one, else all visible sheets of
 * cells.
 *
 * @param path - Name of the workbook in messages.
 * @throws {FeedError} `unknown_records` if no sheet has cells that are shown, or the wanted one does not exist or has no
 *   cells; `invalid_workbook` if the workbook has no sheet.
 */
export function candidateSheets(sheets: readonly Sheet[], wanted: string | undefined, path: string): readonly Sheet[] {
  if (wanted !== undefined) return [sheetNamed(sheets, wanted, path)]
  if (sheets.length === 0) throw invalidWorkbook(path, 'it has no sheet')
  const shown = sheets.filter(({ hasCells, isVisible }) => hasCells && isVisible)
  if (shown.length === 0) {
    throw new FeedError('unknown_records', `${path} has no visible sheet of cells; its sheets are ${listed(sheets)}.`)
  }
  return shown
}

/**
 * Returns the error of a workbook of which all visible sheets are empty, although hidden ones may have rows. Undefined:
 * all sheets are empty.
 */
export function onlyHiddenRows(sheets: readonly Sheet[], path: string): FeedError | undefined {
  const hidden = sheets.filter(({ hasCells, isVisible }) => hasCells && !isVisible)
  if (hidden.length === 0) return undefined
  return new FeedError(
    'unknown_records',
    `${path}: the visible sheets have no rows; name a hidden one to read it: ${listed(hidden)}.`,
  )
}

/** Returns the names of the other sheets of cells. */
export function otherSheets(sheets: readonly Sheet[], read: Sheet): string[] {
  return sheets.filter((each) => each !== read && each.hasCells).map(({ name }) => name)
}

function sheetNamed(sheets: readonly Sheet[], wanted: string, path: string): Sheet {
  const folded = wanted.trim().toLowerCase()
  const found =
    sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => name.trim().toLowerCase() === folded)
  if (found?.hasCells === true) return found
  const shown = JSON.stringify(shortName(wanted))
  const fault = found === undefined ? `has no sheet ${shown}` : `has no cells in ${shown}, which is a chart or a macro`
  throw new FeedError('unknown_records', `${path} ${fault}; its sheets are ${listed(sheets)}.`)
}

function listed(sheets: readonly Sheet[]): string {
  const names = sheets.slice(0, SHOWN_SHEETS).map(({ name, hasCells, isVisible }) => {
    const notes = [...(hasCells ? [] : ['no cells']), ...(isVisible ? [] : ['hidden'])]
    return `${JSON.stringify(shortName(name))}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
  })
  const more = sheets.length - SHOWN_SHEETS
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
