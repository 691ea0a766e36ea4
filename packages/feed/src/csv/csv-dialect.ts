import type { Line } from '../lines/split-lines.ts'
import { FreeNames } from '../mapping/free-names.ts'
import { type CsvCells, parseCsvLines } from './parse-csv-lines.ts'

/** The delimiter and the column names of a CSV source. */
export interface CsvDialect {
  readonly delimiter: string
  /**
   * Column names as written, without surrounding space. An empty name becomes `column_N`; a second `NAME` becomes
   * `NAME_2`.
   */
  readonly columns: readonly string[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * Finds the delimiter that splits the header into the most known columns. If two delimiters give the same count, the
 * delimiter with more columns wins.
 *
 * @param lines - The lines of the header: several if a quoted name contains a line end.
 * @param delimiter - The delimiter that the file declares (`sep=;`). If it is given, nothing is detected.
 * @param isKnown - Returns whether a field or mapping uses this column name.
 */
export function detectDialect(
  lines: readonly Line[],
  delimiter: string | undefined,
  isKnown: (column: string) => boolean,
): CsvDialect {
  const tried = (delimiter === undefined ? DELIMITERS : [delimiter]).map((each) => {
    const record = parseCsvLines(lines, each).records[0]
    const columns = nameColumns(record?.cells ?? [])
    return { delimiter: each, columns, known: columns.filter(isKnown).length }
  })
  tried.sort((a, b) => b.known - a.known || b.columns.length - a.columns.length)
  const { delimiter: best, columns } = tried[0] as (typeof tried)[number]
  return { delimiter: best, columns }
}

/** Returns the delimiter that a line such as `sep=;` declares. Excel writes this line above the header. */
export function declaredDelimiter(bytes: Buffer): string | undefined {
  return /^"?sep=([,;\t|])"?$/i.exec(bytes.subarray(0, 16).toString('latin1'))?.[1]
}

function nameColumns(cells: CsvCells): string[] {
  const names = cells.map((cell) => cell.trim())
  while (names.at(-1) === '') names.pop()
  const used = new Set<string>()
  const freeNames = new FreeNames((name) => used.has(name))
  return names.map((name, at) => {
    const free = freeNames.of(name === '' ? `column_${at + 1}` : name)
    used.add(free)
    return free
  })
}
