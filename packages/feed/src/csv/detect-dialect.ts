import { FreeNames } from '../mapping/free-names.ts'
import { type CsvCells, type CsvDialect, type CsvQuoting, quotingOf } from './csv-dialect.ts'
import { findHeader, hasDataInFirstRow } from './find-header.ts'
import { type SampleRecord, sampleRecords } from './sample-records.ts'

export interface DialectOptions {
  /** The delimiter that the file declares (`sep=;`). If it is given, nothing is detected. */
  readonly delimiter: string | undefined
  /** Names of the columns, if the file has no header. */
  readonly columns: readonly string[] | undefined
  /** Returns whether a field or mapping uses this column name. */
  readonly isKnown: (column: string) => boolean
}

/** The dialect of a source, and the place where its rows start. */
export interface DetectedDialect {
  readonly dialect: CsvDialect
  /** Index of the first line after the header. */
  readonly next: number
  /** Number of lines before the header that are neither blank nor comments of a known form. */
  readonly skipped: number
}

const COMMON = [',', ';', '\t', '|'] as const
const RARE = ['~', '^', '\x1f', '\x01', '||', '¦', '§', ':'] as const

/**
 * Finds the delimiter that splits most records of the sample into the same number of cells, and the header into known
 * columns; then the quotes; then the header.
 *
 * @param lines - The first lines of the source, without blank lines at their start.
 */
export function detectDialect(lines: readonly string[], options: DialectOptions): DetectedDialect {
  const quoting = detectQuoting(lines, options)
  const records = sampleRecords(lines, quoting)
  const width = options.columns?.length ?? commonWidth(records)
  if (options.columns !== undefined) return givenColumns(records, quoting, options.columns, width)

  const header = findHeader(records, width, options.isKnown)
  const cells = (header.cells ?? []).map(cleanName)
  const rows = records.slice(header.next)
  const firstRow = hasDataInFirstRow(cells, rows, options.isKnown) ? cells : undefined
  const named =
    firstRow === undefined
      ? nameColumns(cells, rows)
      : { columns: numbered(Math.max(width, cells.length)), repeated: [] }
  const dialect: CsvDialect = {
    ...quoting,
    columns: named.columns,
    header: firstRow === undefined ? cells : [],
    repeatedNames: named.repeated,
    firstRow,
    padsRows: omitsLastCells(rows, named.columns.length),
  }
  const next = firstRow === undefined ? (records[header.next - 1]?.next ?? 0) : (records[header.next - 1]?.first ?? 0)
  return { dialect, next, skipped: Math.max(header.next - 1, 0) }
}

/** Returns the delimiter that a line such as `sep=;` declares. Excel writes this line above the header. */
export function declaredDelimiter(text: string): string | undefined {
  return /^"?sep=([^\s\w"']|\t)"?$/i.exec(text)?.[1]
}

function givenColumns(
  records: readonly SampleRecord[],
  quoting: CsvQuoting,
  columns: readonly string[],
  width: number,
): DetectedDialect {
  const first = records[0]
  // A header with the given names is no row.
  const isHeader = first !== undefined && columns.every((name, at) => first.cells[at]?.trim() === name)
  const padsRows = omitsLastCells(isHeader ? records.slice(1) : records, width)
  const dialect = { ...quoting, columns, header: columns, repeatedNames: [], firstRow: undefined, padsRows }
  return { dialect, next: isHeader ? first.next : 0, skipped: 0 }
}

function detectQuoting(lines: readonly string[], options: DialectOptions): CsvQuoting {
  const delimiters = options.delimiter === undefined ? candidates(lines) : [options.delimiter]
  const best = bestOf(
    lines,
    delimiters.map((delimiter) => quotingOf(delimiter)),
    options,
  )
  const text = lines.join('\n')
  if (text.includes('\\"') && text.includes('"')) {
    return bestOf(lines, [best.quoting, quotingOf(best.quoting.delimiter, '"', '\\')], options).quoting
  }
  if (!text.includes("'")) return best.quoting
  const single = bestOf(
    lines,
    delimiters.map((delimiter) => quotingOf(delimiter, "'")),
    options,
  )
  const { delimiter } = single.quoting
  const rows = lines.filter((line) => line.includes(delimiter))
  const wrapped = rows.filter((line) => isWrapped(line.trim(), delimiter)).length
  // A quote in a cell may be around a delimiter.
  const hasWrappedRows = wrapped > 0 && wrapped * 2 >= rows.length
  if (text.includes('"')) return hasWrappedRows ? single.quoting : best.quoting
  return hasWrappedRows || single.share > best.share + 0.1 ? single.quoting : best.quoting
}

/** Returns whether all cells of a line are empty or in single quotes, which may contain the delimiter. */
function isWrapped(line: string, delimiter: string): boolean {
  let isFilled = false
  for (let at = 0; ; at += delimiter.length) {
    if (line[at] === "'") {
      const end = endOfQuotes(line, at)
      if (end === undefined) return false
      isFilled ||= end - at > 2
      at = end
    }
    while (line[at] === ' ') at++
    if (at === line.length) return isFilled
    if (!line.startsWith(delimiter, at)) return false
  }
}

/** Returns the position after the quotes that start at a position; a doubled quote is part of the text. */
function endOfQuotes(line: string, from: number): number | undefined {
  for (let at = line.indexOf("'", from + 1); at >= 0; at = line.indexOf("'", at + 2)) {
    if (line[at + 1] !== "'") return at + 1
  }
  return undefined
}

function candidates(lines: readonly string[]): readonly string[] {
  const rare = RARE.filter((delimiter) => lines.some((line) => line.includes(delimiter)))
  // Single bars would give a file with double bars an empty column between two others.
  const isDoubled = rare.includes('||') && lines.every((line) => !/(?:^|[^|])\|(?:\|\|)*(?:[^|]|$)/.test(line))
  const common = isDoubled ? COMMON.filter((delimiter) => delimiter !== '|') : COMMON
  return [...common, ...rare.filter((delimiter) => delimiter !== '||' || isDoubled)]
}

interface Rated {
  readonly quoting: CsvQuoting
  /** Share of the records that have the most frequent number of cells and regular quotes. */
  readonly share: number
  readonly score: number
}

/** If two ways are equally good, the first one wins. */
function bestOf(lines: readonly string[], tried: readonly CsvQuoting[], options: DialectOptions): Rated {
  const rated = tried.map((quoting) => rate(lines, quoting, options))
  return rated.reduce((best, each) => (each.score > best.score ? each : best))
}

const KNOWN_COUNTED = 8
const COLUMNS_COUNTED = 40

function rate(lines: readonly string[], quoting: CsvQuoting, { columns, isKnown }: DialectOptions): Rated {
  const records = sampleRecords(lines, quoting)
  const width = columns?.length ?? commonWidth(records)
  const fitting = records.filter(({ cells, isRegular }) => isRegular && cells.length === width).length
  const share = records.length === 0 ? 0 : fitting / records.length
  const header = findHeader(records, width, isKnown).cells ?? []
  const known = columns === undefined ? header.filter((cell) => isKnown(cleanName(cell))).length : 0
  if (width < 2 && header.length < 2) return { quoting, share, score: Math.min(known, 1) }
  const preferred = (COMMON as readonly string[]).includes(quoting.delimiter) ? 3 : 0
  const wide = Math.min(Math.max(width, header.length), COLUMNS_COUNTED) * 0.05
  return { quoting, share, score: 1 + share * 10 + Math.min(known, KNOWN_COUNTED) * 2 + preferred + wide }
}

/** Returns the most frequent number of cells, among records of several cells if there are any. */
function commonWidth(records: readonly SampleRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const several = [...counts].filter(([width]) => width > 1)
  const [width] = (several.length > 0 ? several : [...counts]).reduce(
    (best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] > best[0]) ? each : best),
    [1, 0],
  )
  return width
}

const SHORT_ROWS_MIN = 2
const SHORT_SHARE_MIN = 0.2

/**
 * Returns whether the writer of a file omits the last cells of a row if they are empty: several rows are short, and no
 * row ends with an empty cell.
 */
function omitsLastCells(rows: readonly SampleRecord[], width: number): boolean {
  const short = rows.filter(({ cells }) => cells.length > 1 && cells.length < width).length
  if (short < SHORT_ROWS_MIN || short < rows.length * SHORT_SHARE_MIN) return false
  return rows.every(({ cells }) => cells.length === 1 || cells.at(-1)?.trim() !== '')
}

function cleanName(cell: string): string {
  return cell.replaceAll('\ufeff', '').trim()
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `column_${at + 1}`)
}

function nameColumns(
  cells: CsvCells,
  rows: readonly SampleRecord[],
): { columns: readonly string[]; repeated: readonly string[] } {
  const names = [...cells]
  // Columns without a name at the end are columns only if rows have values there.
  while (names.at(-1) === '' && !rows.some((row) => (row.cells[names.length - 1] ?? '').trim() !== '')) names.pop()
  const used = new Set<string>()
  const repeated = new Set<string>()
  const freeNames = new FreeNames((name) => used.has(name))
  const columns = names.map((name, at) => {
    if (name !== '' && used.has(name)) repeated.add(name)
    const free = freeNames.of(name === '' ? `column_${at + 1}` : name)
    used.add(free)
    return free
  })
  return { columns, repeated: [...repeated] }
}
