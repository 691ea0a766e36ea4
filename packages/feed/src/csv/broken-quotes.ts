import { failure, type RawItem } from '../item/feed-item.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import type { Line } from '../lines/split-lines.ts'
import { type CsvDialect, quotingOf } from './csv-dialect.ts'
import { type CsvRecord, isStrictlyQuoted, parseCsvLines } from './parse-csv-lines.ts'
import type { RowBuilder } from './row-builder.ts'
import { splitRow } from './split-row.ts'

const ROW_LINES = FEED_LIMITS.rowLines.toLocaleString('en')

/**
 * Reads rows that one line does not contain, or whose quotes are not regular. Buffers lines until they contain an even
 * number of quotes, then parses them together. A record can end only there, but csv-parse decides whether it does. If
 * csv-parse finds no end of a record, that record fails at its first line, and the reader starts again at the next line.
 */
export class BrokenQuotes {
  readonly #dialect: CsvDialect
  readonly #quote: number
  readonly #rows: RowBuilder
  readonly #clock: CpuClock
  readonly #emit: (item: RawItem) => void
  #buffered: Line[] = []
  #bufferedBytes = 0
  /** Number of buffered lines up to the last line at which the number of quotes is even. */
  #evenLines = 0
  #hasOpenQuote = false

  constructor(dialect: CsvDialect, rows: RowBuilder, clock: CpuClock, emit: (item: RawItem) => void) {
    this.#dialect = dialect
    this.#quote = dialect.quote.charCodeAt(0)
    this.#rows = rows
    this.#clock = clock
    this.#emit = emit
  }

  get isEmpty(): boolean {
    return this.#buffered.length === 0
  }

  /** Adds a line of valid UTF-8. */
  push(line: Line): void {
    this.#buffer(line)
    if (!this.#hasOpenQuote || this.#isFull) this.drain(false)
  }

  /**
   * Parses the lines up to the last possible end of a record. At the end of the source, or above the size limit of a
   * row, parses all buffered lines.
   */
  drain(final: boolean): void {
    if (this.isEmpty) return
    const all = final || this.#evenLines === 0
    const lines = all ? this.#buffered : this.#buffered.slice(0, this.#evenLines)
    const later = all ? [] : this.#buffered.slice(this.#evenLines)
    this.#dropBuffered()
    const rest = this.#readWhole(lines) ? [] : this.#parse(lines, final)
    for (const line of rest) this.#buffer(line)
    for (const line of later) this.#buffer(line)
  }

  get #isFull(): boolean {
    return this.#bufferedBytes > FEED_LIMITS.lineBytes || this.#buffered.length > FEED_LIMITS.rowLines
  }

  /** Reads the lines as one row with regular quotes. Returns false if they are none. */
  #readWhole(lines: readonly Line[]): boolean {
    const begun = this.#clock()
    const bytes = lines.reduce((sum, line) => sum + line.bytes.length + 1, 0)
    if (bytes > FEED_LIMITS.lineBytes || lines.length > FEED_LIMITS.rowLines) return false
    const text = lines.map((line) => line.bytes.toString('utf8')).join('\n')
    const cells = splitRow(text, this.#dialect)
    if (Array.isArray(cells)) {
      this.#add(lines, cells, undefined, begun)
      return true
    }
    // Some rows of a file may have quotes behind backslashes.
    if (this.#dialect.escape === '\\' || !text.includes('\\')) return false
    const { delimiter, quote, columns } = this.#dialect
    const escaped = splitRow(text, quotingOf(delimiter, quote, '\\'))
    if (!Array.isArray(escaped) || escaped.length !== columns.length) return false
    this.#add(lines, escaped, undefined, begun)
    return true
  }

  /** @returns The last lines, if they may be the start of an unfinished record. */
  #parse(lines: readonly Line[], final: boolean): readonly Line[] {
    let from = 0
    // After a broken record, parse only as many lines as one record needs. Parsing all lines again after each broken
    // record would take quadratic time. After each part without a broken record, double the number of lines, since each
    // call has a cost.
    let isCareful = false
    let minLines = 1
    while (from < lines.length) {
      const to = isCareful ? this.#evenQuotesEnd(lines, from, minLines) : lines.length
      if (to === undefined && !final) return lines.slice(from)
      const part = lines.slice(from, to)
      const { records, unclosed } = parseCsvLines(part, this.#dialect, this.#clock)
      const brokenAt = this.#addUntilBroken(records, part) ?? unclosed
      if (brokenAt === undefined) {
        from += part.length
        minLines *= 2
        continue
      }
      // The part ended at the size limit: a record still open at its end may close in later lines.
      if (brokenAt === unclosed && brokenAt > 0 && !isCareful && !final) return lines.slice(from + brokenAt)
      const { line } = part[brokenAt] as Line
      const message = `A quoted field that starts on this line is not closed within ${ROW_LINES} lines; close it, or double the quote.`
      this.#emit(failure(line, 'unclosed_quote', message))
      from += brokenAt + 1
      isCareful = true
      minLines = 1
    }
    return []
  }

  #addUntilBroken(records: readonly CsvRecord[], lines: readonly Line[]): number | undefined {
    for (const record of records) {
      const own = lines.slice(record.first, record.next)
      if (own.length > 1 && !isStrictlyQuoted(own, this.#dialect)) return record.first
      const text = own.length === 1 ? (own[0] as Line).bytes.toString('utf8') : undefined
      this.#add(own, record.cells, text, this.#clock() - record.cpu)
    }
    return undefined
  }

  #add(lines: readonly Line[], cells: readonly string[], text: string | undefined, begun: number): void {
    const items: RawItem[] = []
    const line = (lines[0] as Line).line
    const endLine = (lines.at(-1) as Line).line
    this.#rows.add(items, line, cells, text, this.#clock() - begun)
    for (const item of items) this.#emit(endLine === line ? item : { ...item, endLine })
  }

  #buffer(line: Line): void {
    this.#buffered.push(line)
    this.#bufferedBytes += line.bytes.length + 1
    if (this.#hasOddQuotes(line)) this.#hasOpenQuote = !this.#hasOpenQuote
    if (!this.#hasOpenQuote) this.#evenLines = this.#buffered.length
  }

  #dropBuffered(): void {
    this.#buffered = []
    this.#bufferedBytes = 0
    this.#evenLines = 0
    this.#hasOpenQuote = false
  }

  /**
   * Returns the first line index, at least `minLines` lines after `from`, before which the number of quotes is even. If
   * there is none, returns the last such index before that, or undefined.
   */
  #evenQuotesEnd(lines: readonly Line[], from: number, minLines: number): number | undefined {
    let odd = false
    let end: number | undefined
    for (let at = from; at < lines.length; at++) {
      if (this.#hasOddQuotes(lines[at] as Line)) odd = !odd
      if (odd) continue
      end = at + 1
      if (end - from >= minLines) return end
    }
    return end
  }

  #hasOddQuotes({ bytes }: Line): boolean {
    const quote = this.#quote
    const isBackslash = this.#dialect.escape === '\\'
    let odd = false
    for (let at = bytes.indexOf(quote); at !== -1; at = bytes.indexOf(quote, at + 1)) {
      if (!isBackslash || bytes[at - 1] !== BACKSLASH) odd = !odd
    }
    return odd
  }
}

const BACKSLASH = 0x5c
