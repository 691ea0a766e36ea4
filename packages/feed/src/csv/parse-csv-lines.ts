import { CsvError, parse } from 'csv-parse/sync'
import type { CpuClock } from '../limits/cpu-clock.ts'
import type { Line } from '../lines/split-lines.ts'
import type { CsvCells, CsvQuoting } from './csv-dialect.ts'

export interface CsvRecord {
  /** Index of the record's first line in the given lines. */
  readonly first: number
  /** Index of the line after the record's last line. */
  readonly next: number
  readonly cells: CsvCells
  /** The CPU time of parsing, in milliseconds; 0 if there is no clock. */
  readonly cpu: number
}

export interface ParsedLines {
  readonly records: CsvRecord[]
  /** Index of the first line of a record whose quote is still open after the last line. */
  readonly unclosed: number | undefined
}

/**
 * Parses complete lines of CSV with csv-parse, tolerates quotes in the middle of a field (`5" disc`), and returns the
 * lines of each record.
 *
 * @param lines - Lines of valid UTF-8, each within the size limit.
 */
export function parseCsvLines(
  lines: readonly Line[],
  { delimiter, quote, escape: mark, trims }: CsvQuoting,
  clock: CpuClock = () => 0,
): ParsedLines {
  const text: Buffer[] = []
  const offsets: number[] = []
  let size = 0
  for (const { bytes } of lines) {
    text.push(bytes, LINE_FEED)
    offsets.push(size)
    size += bytes.length + 1
  }

  const records: CsvRecord[] = []
  let next = 0
  const firstFilled = (): number => {
    let first = next
    while (first < lines.length - 1 && isEmpty(lines[first] as Line)) first += 1
    return first
  }
  let begun = clock()
  try {
    parse(Buffer.concat(text), {
      delimiter,
      quote,
      escape: mark,
      record_delimiter: ['\n'],
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // The option `rtrim` is not used because it rejects `"a" b`.
      ltrim: trims,
      on_record: (cells: string[], { bytes }) => {
        const first = firstFilled()
        while (next < lines.length && (offsets[next] as number) < bytes) next += 1
        const record = {
          first: Math.min(first, next - 1),
          next,
          cells: quote === '"' ? cells.map(withoutLooseQuotes) : cells,
        }
        const now = clock()
        records.push({ ...record, cpu: now - begun })
        begun = now
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return { records, unclosed: firstFilled() }
    throw error
  }
  return { records, unclosed: undefined }
}

const LINE_FEED = Buffer.of(0x0a)

function isEmpty({ bytes }: Line): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09)
}

/** Removes quotes and the space after them from a cell: for `"a" ,b` the cell is `a`. */
function withoutLooseQuotes(cell: string): string {
  return cell.charCodeAt(0) === QUOTE ? cell.replace(/^"([^"]*)"[ \t]+$/, '$1') : cell
}

const QUOTE = 0x22

/**
 * Returns whether strict parsing of the quotes confirms the tolerant parsing. A field without its closing quote
 * swallows the lines below. Only strict parsing distinguishes such a field from a field that really contains line ends.
 */
export function isStrictlyQuoted(
  lines: readonly Line[],
  { delimiter, quote, escape: mark, trims }: CsvQuoting,
): boolean {
  try {
    parse(Buffer.concat(lines.flatMap(({ bytes }) => [bytes, LINE_FEED])), {
      delimiter,
      quote,
      escape: mark,
      record_delimiter: ['\n'],
      relax_column_count: true,
      trim: trims,
    })
    return true
  } catch {
    return false
  }
}
