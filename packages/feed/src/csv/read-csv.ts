import { isAscii, isUtf8 } from 'node:buffer'
import { FeedError } from '../item/feed-error.ts'
import { type FeedRepair, failure, type RawItem } from '../item/feed-item.ts'
import { textFailure } from '../json/parse-json-object.ts'
import { setOwn } from '../json/plain-object.ts'
import { isBlank, tooLongMessage } from '../json/read-json-lines.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { isLongCell, isLongName, longCellFailure } from '../limits/long-cell.ts'
import type { Line } from '../lines/split-lines.ts'
import { decodeWindows1252 } from '../source/windows-1252.ts'
import { type CsvDialect, declaredDelimiter, detectDialect } from './csv-dialect.ts'
import { type CsvRecord, isStrictlyQuoted, parseCsvLines } from './parse-csv-lines.ts'

export interface CsvOptions {
  /**
   * Whether a byte order mark declared UTF-8 or UTF-16. If so, bytes that are not UTF-8 are errors and are never read
   * as Windows-1252.
   */
  readonly declaredUtf8: boolean
  /** Returns whether a field or mapping uses this column name. The result decides which delimiter is chosen. */
  readonly isKnown: (column: string) => boolean
  /** A function that is called once with the column names. An error that it throws ends the reading. */
  readonly onHeader: (columns: readonly string[]) => void
  readonly clock: CpuClock
}

/** Reads CSV: the first non-blank line is the header; each row yields one object of its non-empty cells. */
export async function* readCsv(
  batches: AsyncIterable<Line[]>,
  options: CsvOptions,
): AsyncGenerator<RawItem[], void, undefined> {
  const reader = new CsvReader(options)
  for await (const lines of batches) {
    for (const line of lines) reader.push(line)
    reader.drain(false)
    const items = reader.take()
    if (items.length > 0) yield items
  }
  reader.end()
  yield reader.take()
}

const REPAIR: FeedRepair = {
  code: 'windows_1252_decoded',
  message: 'The source is not UTF-8; from this line on, such lines are read as Windows-1252.',
}

const HEADER_LINES_MAX = 10
const ROW_LINES = FEED_LIMITS.rowLines.toLocaleString('en')
const DOUBLE_QUOTE = 0x22

/**
 * Buffers lines until they contain an even number of quotes, then parses them together. A record can end only there,
 * but csv-parse decides whether it does. If csv-parse finds no end of a record, that record fails at its first line,
 * and the reader starts again at the next line.
 */
class CsvReader {
  readonly #options: CsvOptions
  #dialect: CsvDialect | undefined
  #delimiter: string | undefined
  #buffered: Line[] = []
  #bufferedBytes = 0
  /** Number of buffered lines up to the last line at which the number of quotes is even. */
  #evenLines = 0
  #hasOpenQuote = false
  #items: RawItem[] = []
  /**
   * Whether the source contained valid UTF-8 beyond ASCII. If so, invalid bytes are damage and not another encoding.
   */
  #isUtf8: boolean
  /**
   * Number of the first line read as Windows-1252, until a record reports this repair; 0 if there is nothing to report.
   */
  #reportFrom = 0
  #reported = false

  constructor(options: CsvOptions) {
    this.#options = options
    this.#isUtf8 = options.declaredUtf8
  }

  push({ line, bytes, tooLong }: Line): void {
    const text = this.#toUtf8(line, bytes)
    const unreadable = tooLong ? failure(line, 'line_too_long', tooLongMessage('row')) : textFailure(line, text)
    if (unreadable !== undefined) {
      this.#fail(unreadable)
      return
    }
    if (this.#dialect === undefined && this.#buffered.length === 0 && this.#beforeHeader(text)) return

    this.#buffer({ line, bytes: text, tooLong: false })
    if (this.#dialect === undefined) {
      if (!this.#hasOpenQuote || this.#buffered.length >= HEADER_LINES_MAX) this.#readHeader()
    } else if (this.#isFull) this.drain(false)
  }

  end(): void {
    if (this.#dialect === undefined && this.#buffered.length > 0) this.#readHeader()
    this.drain(true)
  }

  take(): RawItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  /**
   * Parses the lines up to the last possible end of a record. At the end of the source, or above the size limit of a
   * row, parses all buffered lines.
   */
  drain(final: boolean): void {
    const dialect = this.#dialect
    if (dialect === undefined) return
    // Do not examine every buffered line again for each chunk of the source: that would take quadratic time.
    if (!final && this.#evenLines === 0 && !this.#isFull) return
    const all = final || this.#evenLines === 0
    const lines = all ? this.#buffered : this.#buffered.slice(0, this.#evenLines)
    const later = all ? [] : this.#buffered.slice(this.#evenLines)
    this.#dropBuffered()
    for (const line of this.#parse(lines, dialect, final)) this.#buffer(line)
    for (const line of later) this.#buffer(line)
  }

  get #isFull(): boolean {
    return this.#bufferedBytes > FEED_LIMITS.lineBytes || this.#buffered.length > FEED_LIMITS.rowLines
  }

  /** @returns The last lines, if they may be the start of an unfinished record. */
  #parse(lines: readonly Line[], dialect: CsvDialect, final: boolean): readonly Line[] {
    let from = 0
    // After a broken record, parse only as many lines as one record needs. Parsing all lines again after each broken
    // record would take quadratic time. After each part without a broken record, double the number of lines, since each
    // call has a cost.
    let isCareful = false
    let minLines = 1
    while (from < lines.length) {
      const to = isCareful ? evenQuotesEnd(lines, from, minLines) : lines.length
      if (to === undefined && !final) return lines.slice(from)
      const part = lines.slice(from, to)
      const { records, unclosed } = parseCsvLines(part, dialect.delimiter, this.#options.clock)
      const brokenAt = this.#emitUntilBroken(records, part, dialect) ?? unclosed
      if (brokenAt === undefined) {
        from += part.length
        minLines *= 2
        continue
      }
      // The part ended at the size limit: a record still open at its end may close in later lines.
      if (brokenAt === unclosed && brokenAt > 0 && !isCareful && !final) return lines.slice(from + brokenAt)
      const { line } = part[brokenAt] as Line
      this.#items.push(
        failure(
          line,
          'unclosed_quote',
          `A quoted field that starts on this line is not closed within ${ROW_LINES} lines; close it, or double the quote.`,
        ),
      )
      from += brokenAt + 1
      isCareful = true
      minLines = 1
    }
    return []
  }

  #emitUntilBroken(records: readonly CsvRecord[], lines: readonly Line[], dialect: CsvDialect): number | undefined {
    for (const record of records) {
      const own = lines.slice(record.first, record.next)
      if (own.length > 1 && !isStrictlyQuoted(own, dialect.delimiter)) return record.first
      this.#emit(record, own, dialect.columns)
    }
    return undefined
  }

  #emit({ cells, cpu }: CsvRecord, lines: readonly Line[], columns: readonly string[]): void {
    if (cells.every((cell) => cell.trim() === '')) return
    const line = (lines[0] as Line).line
    if (cells.length < columns.length) {
      const message = `The row has ${cells.length} columns, the header ${columns.length}; is a delimiter or a quote missing?`
      this.#items.push(failure(line, 'too_few_columns', message))
      return
    }
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) {
      const message = `The row has ${cells.length} columns, the header ${columns.length}; is a field with a delimiter not quoted?`
      this.#items.push(failure(line, 'too_many_columns', message))
      return
    }
    const long = cells.findIndex(isLongCell)
    if (long !== -1) {
      this.#items.push(longCellFailure(line, [columns[long] as string], (cells[long] as string).length))
      return
    }
    const row: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      if (cells[at] !== '') setOwn(row, columns[at] as string, cells[at])
    }
    const report = this.#reportFrom !== 0 && (lines.at(-1) as Line).line >= this.#reportFrom
    if (report) this.#reportFrom = 0
    this.#items.push(report ? { line, row, cpu, repairs: [REPAIR] } : { line, row, cpu })
  }

  /** Yields the failure of a line. A line that cannot be read also ends the record before it. */
  #fail(item: RawItem): void {
    if (this.#dialect !== undefined) this.drain(true)
    this.#items.push(item)
  }

  #beforeHeader(bytes: Buffer): boolean {
    const declared = declaredDelimiter(bytes)
    if (declared !== undefined && this.#delimiter === undefined) this.#delimiter = declared
    return declared !== undefined || isBlank(bytes)
  }

  #readHeader(): void {
    const lines = this.#buffered
    const own = this.#hasOpenQuote ? 1 : lines.length
    this.#dropBuffered()
    this.#dialect = detectDialect(lines.slice(0, own), this.#delimiter, this.#options.isKnown)
    const { columns } = this.#dialect
    const long = columns.findIndex(isLongName)
    if (long !== -1) throw longColumnName(long + 1, columns[long] as string)
    checkHeader(columns)
    this.#options.onHeader(columns)
    for (const line of lines.slice(own)) this.#buffer(line)
  }

  #toUtf8(line: number, bytes: Buffer): Buffer {
    if (isAscii(bytes)) return bytes
    if (isUtf8(bytes)) {
      this.#isUtf8 ||= !this.#reported
      return bytes
    }
    if (this.#isUtf8) return bytes
    if (!this.#reported) this.#reportFrom = line
    this.#reported = true
    return Buffer.from(decodeWindows1252(bytes))
  }

  #buffer(line: Line): void {
    this.#buffered.push(line)
    this.#bufferedBytes += line.bytes.length + 1
    if (hasOddQuotes(line)) this.#hasOpenQuote = !this.#hasOpenQuote
    if (!this.#hasOpenQuote) this.#evenLines = this.#buffered.length
  }

  #dropBuffered(): void {
    this.#buffered = []
    this.#bufferedBytes = 0
    this.#evenLines = 0
    this.#hasOpenQuote = false
  }
}

function longColumnName(number: number, name: string): FeedError {
  const limit = FEED_LIMITS.fieldNameCharacters.toLocaleString('en')
  return new FeedError(
    'column_name_too_long',
    `The name of column ${number} of the header has ${name.length.toLocaleString('en')} characters; the limit is ${limit}. Is the first line a header?`,
  )
}

/** @throws {FeedError} `header_too_large` */
function checkHeader(columns: readonly string[]): void {
  const characters = columns.reduce((sum, { length }) => sum + length, 0)
  const found =
    columns.length > FEED_LIMITS.columns
      ? ([columns.length, 'columns', FEED_LIMITS.columns] as const)
      : ([characters, 'characters of names', FEED_LIMITS.headerCharacters] as const)
  const [actual, what, limit] = found
  if (actual <= limit) return
  throw new FeedError(
    'header_too_large',
    `The header has ${actual.toLocaleString('en')} ${what}; the limit is ${limit.toLocaleString('en')}. Remove columns, or shorten their names.`,
  )
}

/**
 * Returns the first line index, at least `minLines` lines after `from`, before which the number of quotes is even. If
 * there is none, returns the last such index before that, or undefined.
 */
function evenQuotesEnd(lines: readonly Line[], from: number, minLines: number): number | undefined {
  let odd = false
  let end: number | undefined
  for (let at = from; at < lines.length; at++) {
    if (hasOddQuotes(lines[at] as Line)) odd = !odd
    if (odd) continue
    end = at + 1
    if (end - from >= minLines) return end
  }
  return end
}

function hasOddQuotes({ bytes }: Line): boolean {
  let odd = false
  for (let at = bytes.indexOf(DOUBLE_QUOTE); at !== -1; at = bytes.indexOf(DOUBLE_QUOTE, at + 1)) odd = !odd
  return odd
}
