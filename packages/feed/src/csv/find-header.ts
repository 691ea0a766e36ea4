import type { CsvCells } from './csv-dialect.ts'
import type { SampleRecord } from './sample-records.ts'

/** The header among the records of a sample. */
export interface FoundHeader {
  /** Cells of the header; undefined if there is no record. */
  readonly cells: CsvCells | undefined
  /** Index of the record after the header. */
  readonly next: number
}

/** Records before the header: titles, dates, comments. */
const PREAMBLE_MAX = 20
const COMMENT = /^\s*(?:#|\/\/)/

/** Returns whether a text is a comment of a table. */
export function isComment(text: string): boolean {
  return COMMENT.test(text)
}

/**
 * Finds the header: the first record that is neither a comment nor much shorter than the rows. A comment whose text is
 * a header (`#code;name`) is the header.
 *
 * @param width - Number of cells of most records.
 */
export function findHeader(
  records: readonly SampleRecord[],
  width: number,
  isKnown: (column: string) => boolean,
): FoundHeader {
  let first: number | undefined
  for (let at = 0; at < Math.min(records.length, PREAMBLE_MAX); at++) {
    const { cells, filled } = records[at] as SampleRecord
    if (isComment(cells[0] ?? '')) {
      const bare = [(cells[0] as string).replace(COMMENT, '').trim(), ...cells.slice(1)]
      if (cells.length === width && width > 1 && knownIn(bare, isKnown) >= Math.min(2, width)) {
        return { cells: bare, next: at + 1 }
      }
      continue
    }
    first ??= at
    const isFull = filled >= Math.max(2, width / 2) || width < 2
    if (isFull && (at === first || isHeaderLike(records, first, at, isKnown))) return { cells, next: at + 1 }
  }
  return { cells: records[first ?? 0]?.cells, next: (first ?? 0) + 1 }
}

/** Returns whether a later record is the header rather than the first one. */
function isHeaderLike(
  records: readonly SampleRecord[],
  first: number,
  at: number,
  isKnown: (column: string) => boolean,
): boolean {
  const cells = (records[at] as SampleRecord).cells
  const known = knownIn(cells, isKnown)
  const before = knownIn((records[first] as SampleRecord).cells, isKnown)
  if (before > 0) return known > before
  return known > 0 || !cells.some(isData)
}

function knownIn(cells: CsvCells, isKnown: (column: string) => boolean): number {
  return cells.filter((cell) => isKnown(cell.trim())).length
}

const DATA =
  /^[-+]?\d+(?:[.,]\d+)?$|^[\w.+-]{1,100}@[\w-]{1,100}\.[\w.-]{1,100}$|^https?:\/\/|^\+?\d[\d ()/.-]{5,30}$|^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/i

/** Returns whether a cell is a value and not a name of a column: a number, an address, a date. */
function isData(cell: string): boolean {
  return DATA.test(cell.trim().slice(0, 200))
}

/**
 * Returns whether the first row is data and not a header: no name is known, and cells are values where those of the
 * other rows are.
 */
export function hasDataInFirstRow(
  cells: CsvCells,
  rows: readonly SampleRecord[],
  isKnown: (column: string) => boolean,
): boolean {
  const values = cells.flatMap((cell, at) => (isData(cell) ? [at] : []))
  if (values.length === 0 || knownIn(cells, isKnown) > 0) return false
  const alike = values.filter((at) => {
    const others = rows.filter((row) => (row.cells[at] ?? '').trim() !== '')
    return others.filter((row) => isData(row.cells[at] as string)).length * 2 >= others.length
  })
  return alike.length * 2 >= values.length
}
