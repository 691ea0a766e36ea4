import { isAscii } from 'node:buffer'
import { type FeedFailure, failure, type RawItem } from '../item/feed-item.ts'
import { textFailure } from '../json/parse-json-object.ts'
import { isBlank, tooLongMessage } from '../json/read-json-lines.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { type Line, linesOfRun } from '../lines/split-lines.ts'
import { BrokenQuotes } from './broken-quotes.ts'
import type { CsvDialect, TableForm } from './csv-dialect.ts'
import { declaredDelimiter, detectDialect } from './detect-dialect.ts'
import { checkHeader } from './header-checks.ts'
import { RowBuilder } from './row-builder.ts'
import { splitRow } from './split-row.ts'

export interface CsvOptions {
  /** Names of the columns, if the source has no header. */
  readonly columns: readonly string[] | undefined
  /** Name of the column of a list without a header: a table of one column whose first line is not a known name. */
  readonly listColumn: string | undefined
  /** Returns whether a field or mapping uses this column name. The result helps to choose the delimiter. */
  readonly isKnown: (column: string) => boolean
  /** A function that is called once with the column names. An error that it throws ends the reading. */
  readonly onHeader: (columns: readonly string[], firstRow?: readonly string[]) => void
  readonly clock: CpuClock
  /** Counters to update. */
  readonly stats: { skippedLines?: number; table?: TableForm }
}

/**
 * Reads CSV. The first 50 lines tell the delimiter, the quotes and the header; each row yields one object of its
 * non-empty cells.
 */
export async function* readCsv(
  batches: AsyncIterable<Line[]>,
  options: CsvOptions,
): AsyncGenerator<RawItem[], void, undefined> {
  const reader = new CsvReader(options)
  for await (const lines of batches) {
    for (const line of lines) reader.push(line)
    const items = reader.take()
    if (items.length > 0) yield items
  }
  reader.end()
  yield reader.take()
}

const SAMPLE_LINES = 50
const SAMPLE_BYTES = 64 * 1024

class CsvReader {
  readonly #options: CsvOptions
  #items: RawItem[] = []
  #delimiter: string | undefined
  /** The first lines, until the dialect is known. */
  #sample: Line[] | undefined = []
  #sampleBytes = 0
  #dialect: CsvDialect | undefined
  #rows: RowBuilder | undefined
  /** Lines of a row whose quotes are still open, or are not regular. */
  #pending: BrokenQuotes | undefined

  constructor(options: CsvOptions) {
    this.#options = options
  }

  push(line: Line): void {
    if (line.blankLines !== undefined) this.#pushBlankLines(line)
    else if (this.#sample !== undefined) this.#pushSample(this.#sample, line)
    else this.#pushRow(line)
  }

  end(): void {
    if (this.#sample !== undefined) this.#readSample(this.#sample)
    this.#pending?.drain(true)
  }

  take(): RawItem[] {
    const items = this.#items
    this.#items = []
    if (this.#rows !== undefined && this.#rows.skippedLines > 0) {
      this.#options.stats.skippedLines = (this.#options.stats.skippedLines ?? 0) + this.#rows.skippedLines
      this.#rows.skippedLines = 0
    }
    return items
  }

  /** Blank lines matter only in the sample, after a line with text, and inside quotes. */
  #pushBlankLines(run: Line): void {
    for (const line of linesOfRun(run)) {
      if (this.#sample?.length === 0 || this.#pending?.isEmpty === true) return
      this.push(line)
    }
  }

  #pushSample(sample: Line[], line: Line): void {
    if (sample.length === 0 && !line.tooLong && isBlank(line.bytes)) return
    sample.push(line)
    this.#sampleBytes += line.bytes.length
    if (sample.length >= SAMPLE_LINES || this.#sampleBytes >= SAMPLE_BYTES) this.#readSample(sample)
  }

  /** Detects the dialect, then reads the lines of the sample. */
  #readSample(sample: readonly Line[]): void {
    const lines = sample.flatMap(partsOf)
    const readable: Line[] = []
    const texts: string[] = []
    for (const line of lines) {
      if (unreadable(line) !== undefined) continue
      const text = textOf(line.bytes)
      const declared = texts.length === 0 ? declaredDelimiter(text.slice(0, 16)) : undefined
      if (declared !== undefined) this.#delimiter ??= declared
      else if (texts.length > 0 || !isBlank(line.bytes)) {
        texts.push(text)
        readable.push(line)
      }
    }
    if (texts.length === 0) {
      // All lines so far are blank or unreadable.
      this.#sample = []
      this.#sampleBytes = 0
      for (const line of lines) this.#addFailure(unreadable(line))
      return
    }
    const { dialect, next, skipped } = this.#detect(texts)
    this.#sample = undefined
    this.#begin(dialect, skipped, readable[next - 1]?.line)
    const begin = readable[next] === undefined ? lines.length : lines.indexOf(readable[next])
    for (const [at, line] of lines.entries()) {
      if (at >= begin) this.#pushRow(line)
      else this.#addFailure(unreadable(line))
    }
  }

  #detect(texts: readonly string[]): ReturnType<typeof detectDialect> {
    const { columns, listColumn, isKnown } = this.#options
    const options = { delimiter: this.#delimiter, isKnown }
    const found = detectDialect(texts, { ...options, columns })
    const [first, ...others] = found.dialect.columns
    const isList = columns === undefined && others.length === 0 && (first === undefined || !isKnown(first))
    return isList && listColumn !== undefined ? detectDialect(texts, { ...options, columns: [listColumn] }) : found
  }

  /** @param headerLine - The last line before the rows that is not blank: the end of the header, if there is one. */
  #begin(dialect: CsvDialect, skipped: number, headerLine: number | undefined): void {
    const { columns, header } = dialect
    const isHeaderless = dialect.firstRow !== undefined || headerLine === undefined
    this.#options.stats.table = {
      quoting: dialect,
      header: header.length > 0 ? header : columns,
      headerLine: isHeaderless ? undefined : headerLine,
    }
    checkHeader(dialect.columns)
    this.#options.onHeader(dialect.columns, dialect.firstRow)
    this.#dialect = dialect
    this.#rows = new RowBuilder(dialect)
    this.#rows.skippedLines = skipped
    this.#pending = new BrokenQuotes(dialect, this.#rows, this.#options.clock, (item) => this.#items.push(item))
  }

  #pushRow(line: Line): void {
    const [dialect, rows, pending] = [this.#dialect, this.#rows, this.#pending]
    if (dialect === undefined || rows === undefined || pending === undefined) return
    const begun = this.#options.clock()
    const failed = unreadable(line)
    if (failed !== undefined) {
      // A line that cannot be read also ends the record before it.
      pending.drain(true)
      this.#items.push(failed)
      return
    }
    if (pending.isEmpty) {
      const text = textOf(line.bytes)
      const cells = splitRow(text, dialect)
      if (Array.isArray(cells)) {
        // A byte order mark inside a source marks the start of a file that was appended.
        if (text.charCodeAt(0) === BYTE_ORDER_MARK) cells[0] = (cells[0] as string).replace(/^\ufeff/, '')
        rows.add(this.#items, line.line, cells, text, this.#options.clock() - begun)
        return
      }
    }
    pending.push(line)
  }

  #addFailure(item: FeedFailure | undefined): void {
    if (item !== undefined) this.#items.push(item)
  }
}

const BYTE_ORDER_MARK = 0xfeff
const CARRIAGE_RETURN = 0x0d
const DOUBLE_QUOTE = 0x22

/** Splits a line at lone CRs, which some files have in their first lines only. */
function partsOf(line: Line): readonly Line[] {
  const { bytes } = line
  if (!bytes.includes(CARRIAGE_RETURN) || bytes.includes(DOUBLE_QUOTE)) return [line]
  const parts: Line[] = []
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(CARRIAGE_RETURN, from)
    const to = end === -1 ? bytes.length : end
    parts.push({ line: line.line, bytes: bytes.subarray(from, to), tooLong: false })
    from = to + 1
  }
  return parts
}

function unreadable({ line, bytes, tooLong }: Line): FeedFailure | undefined {
  return tooLong ? failure(line, 'line_too_long', tooLongMessage('row')) : textFailure(line, bytes)
}

function textOf(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8')
}
