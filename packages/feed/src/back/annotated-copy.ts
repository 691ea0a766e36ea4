import type { FeedStats } from '../feed/feed-stats.ts'
import { FeedError } from '../item/feed-error.ts'
import type { RowPosition } from '../item/row-position.ts'
import { parseRecordPath, TOP_LEVEL } from '../json/record-path.ts'
import { LINE_FEED } from '../lines/split-lines.ts'
import { FORMAT_NAMES } from '../source/check-format.ts'
import type { FeedFormat } from '../source/detect-format.ts'
import { isMultiByte } from '../source/encoding/text-encoding.ts'
import { toUtf8 } from '../source/encoding/to-utf8.ts'
import { openSource } from '../source/open-source.ts'
import { type Unpacked, unpack } from '../source/unpack/unpack.ts'
import { copyJsonDocument } from './copy-json-document.ts'
import { copyJsonLines } from './copy-json-lines.ts'
import { TableCopy } from './copy-table.ts'
import { rawLines } from './raw-lines.ts'
import { type AnsweredRow, AnsweredRows } from './result/answered-rows.ts'
import type { RowResult } from './result/row-result.ts'
import type { WriteBytes } from './result/write-bytes.ts'
import { TableCells } from './table-cells.ts'
import { textUnits } from './text-units.ts'
import { copyWorkbook } from './workbook/copy-workbook.ts'

/** Options of {@link AnnotatedCopy}. */
export interface AnnotatedCopyOptions {
  /** Path of the source. It is read a second time, so it must be a regular file. */
  readonly path: string
  /** The counters that `readFeed` updates while it reads the source. */
  readonly stats: FeedStats
  /** The option `entry` of `readFeed`. */
  readonly entry?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Returns whether results can be appended to files of a format. */
export function canAnnotate(format: FeedFormat): boolean {
  return format !== 'xml' && format !== 'parquet'
}

/**
 * Copies a source and appends `utpid`, `confidence`, `status` and `reason` to each row. All other bytes are those of
 * the unpacked source, in their order: in CSV, the values are cells at the end of the row; in JSON, they are members at
 * the end of the object. A workbook keeps all its other parts, and cells to the right of all others are added to the
 * sheet that is read.
 *
 * The source is read a second time, next to `readFeed`. Give `onRow` to `readFeed`, call `start` before the second row
 * is requested, give the result of each record to `answer` in the order of the records, and await `drain` from time to
 * time. The memory in use then depends neither on the size of the source nor on the speed of the output.
 */
export class AnnotatedCopy {
  readonly #options: AnnotatedCopyOptions
  readonly #rows: AnsweredRows = new AnsweredRows()
  #copying: Promise<void> | undefined

  constructor(options: AnnotatedCopyOptions) {
    this.#options = options
  }

  /** The option `onRow` of `readFeed`. */
  readonly onRow = (row: RowPosition): void => {
    const { format, table } = this.#options.stats
    // An unreadable line before the header is known belongs to no table.
    if (format === 'csv' && table === undefined) return
    this.#rows.add(row)
  }

  /**
   * Starts to write the copy. The format must be known: the first item of `readFeed` was read.
   *
   * @param write - A function that writes bytes, and resolves when more can be written.
   * @throws {FeedError} `not_annotatable` if the format is XML or Parquet.
   */
  start(write: WriteBytes): void {
    const { path, stats } = this.#options
    const format = stats.format
    if (format !== undefined && !canAnnotate(format)) {
      throw new FeedError(
        'not_annotatable',
        `${path} is ${FORMAT_NAMES[format]}; results can be appended only to CSV, JSON Lines, JSON and XLSX. Export the crosswalk instead; it has the UTPID of each code.`,
      )
    }
    this.#copying = this.#copy(write)
    // `drain` and `finish` throw the error.
    this.#copying.catch((error: unknown) => this.#rows.fail(error))
  }

  /** Sets the result of the next record, in the order in which `readFeed` yields records. */
  answer(result: RowResult): void {
    this.#rows.answer(result)
  }

  /**
   * Resolves once most answered rows are written.
   *
   * @throws The error of the output, or of reading the source a second time.
   */
  async drain(): Promise<void> {
    await this.#rows.drain()
  }

  /** Writes the rest, after the last result. */
  async finish(): Promise<void> {
    this.#rows.end()
    await this.#copying
  }

  /** Ends the copy early. The output is then incomplete. */
  async cancel(): Promise<void> {
    this.#rows.fail(new Error('The copy was cancelled.'))
    await this.#copying?.catch(() => {})
  }

  async #copy(write: WriteBytes): Promise<void> {
    const { path, entry, signal } = this.#options
    const opened = await openSource(path, { signal })
    try {
      const unpacked = await unpack(opened.chunks, { name: opened.name, path: opened.path, entry, signal })
      try {
        const missing =
          this.#options.stats.format === 'xlsx'
            ? await this.#copyWorkbook(unpacked, opened.name, write)
            : await this.#copyText(unpacked.chunks, opened.name, write)
        if (missing !== undefined) {
          const message = `${opened.name} has no row on line ${missing.line} any more; it was changed while it was read.`
          throw new FeedError('read_failed', message)
        }
      } finally {
        await unpacked.close()
      }
    } finally {
      opened.close()
    }
  }

  /** @returns The row that the source does not have, if there is one. */
  async #copyWorkbook(
    { path, isWorkbook }: Unpacked,
    name: string,
    write: WriteBytes,
  ): Promise<AnsweredRow | undefined> {
    if (path === undefined || !isWorkbook)
      throw new FeedError('read_failed', `${name} is no workbook any more; it was changed while it was read.`)
    const first = await this.#rows.next()
    const { stats, signal } = this.#options
    return await copyWorkbook({ path, name, sheet: stats.sheet, signal }, first, this.#rows, write)
  }

  /** @returns The row that the source does not have, if there is one. */
  async #copyText(chunks: AsyncIterable<Buffer>, name: string, write: WriteBytes): Promise<AnsweredRow | undefined> {
    const first = await this.#rows.next()
    const { format, encoding, table, lineEnd = LINE_FEED, recordPath } = this.#options.stats
    const units = textUnits(encoding)
    if (format === 'csv' && table !== undefined) {
      const copy = new TableCopy(this.#rows, new TableCells(table, encoding, units), units, write)
      return await copy.copy(rawLines(chunks, units, lineEnd), first)
    }
    if (format === 'jsonl' && recordPath === undefined) {
      return await copyJsonLines(rawLines(chunks, units, lineEnd), first, this.#rows, units, write)
    }
    if (format === 'json' || format === 'jsonl') {
      // Brackets are parts of other characters in these encodings, so the copy is UTF-8.
      const isOther = encoding !== undefined && (units.size === 2 || isMultiByte(encoding))
      const bytes = isOther ? (await toUtf8(chunks, name, encoding)).chunks : chunks
      const path = recordPath === undefined ? TOP_LEVEL : (parseRecordPath(recordPath) ?? TOP_LEVEL)
      return await copyJsonDocument(bytes, path, first, this.#rows, write)
    }
    for await (const chunk of chunks) await write(chunk)
    return first
  }
}
