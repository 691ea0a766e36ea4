import { columnOf } from '../../xlsx/sheet-rows.ts'
import { attributeIn, type SheetScanner } from './sheet-scanner.ts'

/** The columns that a sheet uses. */
export interface SheetExtent {
  /** Number of columns up to the last cell, also if it is empty and has only a style. */
  readonly columns: number
  /** Number of columns up to the last cell that is not empty. */
  readonly filledColumns: number
  /** The 0-based columns with a formula. */
  readonly formulas: ReadonlySet<number>
}

/** Finds the columns that a sheet uses. Its rows need not be in memory. */
export async function sheetExtent(chunks: AsyncIterable<Buffer>, scanner: SheetScanner): Promise<SheetExtent> {
  let columns = 0
  let filledColumns = 0
  let column = -1
  const formulas = new Set<number>()
  for await (const chunk of chunks) {
    for (const { text, element, kind } of scanner.cut(chunk.toString('latin1'))) {
      if (kind === 'close') continue
      if (element === 'row') column = -1
      else if (element === 'c') {
        column = columnAfter(column, text)
        columns = Math.max(columns, column + 1)
        if (kind === 'open') filledColumns = Math.max(filledColumns, column + 1)
      } else if (element === 'f') formulas.add(column)
    }
  }
  return { columns, filledColumns, formulas }
}

/** Returns the 0-based column of a cell. A cell without a reference follows the previous cell. */
export function columnAfter(previous: number, tag: string): number {
  const reference = attributeIn(tag, 'r')
  const column = reference === undefined ? -1 : columnOf(reference)
  return column === -1 ? previous + 1 : column
}
