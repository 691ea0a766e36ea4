import type { CsvCells, CsvQuoting } from './csv-dialect.ts'
import { IRREGULAR_ROW, splitRow } from './split-row.ts'

/** A record of the sample. */
export interface SampleRecord {
  readonly cells: CsvCells
  /** Number of cells that are not blank. */
  readonly filled: number
  /** Index of its first line in the sample. */
  readonly first: number
  /** Index of the line after its last line. */
  readonly next: number
  /** Whether its quotes are regular. */
  readonly isRegular: boolean
}

const RECORD_LINES_MAX = 10

/** Splits the first lines of a source into records that are not blank. */
export function sampleRecords(lines: readonly string[], quoting: CsvQuoting): readonly SampleRecord[] {
  const records: SampleRecord[] = []
  for (let first = 0; first < lines.length; ) {
    const record = recordAt(lines, first, quoting)
    if (record.filled > 0) records.push(record)
    first = record.next
  }
  return records
}

function recordAt(lines: readonly string[], first: number, quoting: CsvQuoting): SampleRecord {
  let text = lines[first] as string
  for (let next = first + 1; ; next++) {
    const cells = splitRow(text, quoting)
    if (Array.isArray(cells)) return { cells, filled: filledIn(cells), first, next, isRegular: true }
    if (cells === IRREGULAR_ROW || next >= lines.length || next - first >= RECORD_LINES_MAX) break
    text = `${text}\n${lines[next]}`
  }
  const cells = (lines[first] as string).split(quoting.delimiter)
  return { cells, filled: filledIn(cells), first, next: first + 1, isRegular: false }
}

function filledIn(cells: CsvCells): number {
  return cells.filter((cell) => cell.trim() !== '').length
}
