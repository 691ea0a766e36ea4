import { readCsv } from '../csv/read-csv.ts'
import { FeedError } from '../item/feed-error.ts'
import type { RawItem } from '../item/feed-item.ts'
import { readJsonLines } from '../json/read-json-lines.ts'
import type { CpuClock } from '../limits/cpu-clock.ts'
import { limitDocument } from '../limits/document-limit.ts'
import { FEED_LIMITS } from '../limits/feed-limits.ts'
import { CARRIAGE_RETURN, LINE_FEED, splitLines } from '../lines/split-lines.ts'
import { checkFormat, FORMAT_NAMES } from '../source/check-format.ts'
import { checkIsText } from '../source/check-is-text.ts'
import { ContentStart } from '../source/content-start.ts'
import { detectFormat, type FeedFormat } from '../source/detect-format.ts'
import { toUtf8 } from '../source/encoding/to-utf8.ts'
import { inPieces } from '../source/in-pieces.ts'
import type { OpenedSource } from '../source/open-source.ts'
import { type PeekedStream, peekStream } from '../source/peek-stream.ts'
import { type Unpacked, unpack } from '../source/unpack/unpack.ts'
import { readXml } from '../xml/read-xml.ts'
import type { FeedStats } from './feed-stats.ts'
import { BINARY_BYTES, binaryFormat, readBinary } from './read-binary.ts'
import { readJson } from './records/read-json.ts'
import { reportEncoding } from './report-encoding.ts'

/** Options that control how the rows of a source are found. */
export interface RowOptions {
  /** Format of the source. Default: detected from name and content, see `detectFormat`. */
  readonly format?: FeedFormat | undefined
  /** Names of the columns of a CSV or a sheet without a header, in order. Default: it has a header. */
  readonly columns?: readonly string[] | undefined
  /**
   * Place of the records inside a document. JSON: `hotels[]`, `data.items`, or `hotels.*` for the members of an object.
   * XML: the name of their element (`property`), or the end of its path (`properties/property`). A workbook: the name of
   * the sheet. Default: found.
   */
  readonly records?: string | undefined
  /**
   * Encoding of a text source, by a name that `TextDecoder` accepts: `windows-1251`, `shift_jis`. A byte order mark
   * wins. Default: UTF-8 where the text is valid, else a guess.
   */
  readonly encoding?: string | undefined
  /** File to read from a zip archive: its path in the archive, or the last part of its path. Default: the only file. */
  readonly entry?: string | undefined
  /** Stops reading when aborted; the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Maximum bytes of the unpacked source. Default and upper limit: `FEED_LIMITS.documentBytes`. */
  readonly maxBytes?: number | undefined
}

/** The objects that a reader of rows calls. */
export interface RowHooks {
  readonly clock: CpuClock
  /** Counters to update. */
  readonly stats: FeedStats
  /** Returns whether a field or mapping uses this column name. */
  readonly isKnown: (column: string) => boolean
  /** Name of the column of a list without a header; see `CsvOptions`. Default: the first line is a header. */
  readonly listColumn?: string | undefined
  /**
   * A function that is called once with the column names of a table. An error that it throws ends the reading.
   *
   * @param firstRow - The first row, if it seems to be data. The columns are then named `column_1`, `column_2`, ...
   */
  readonly onHeader: (columns: readonly string[], firstRow?: readonly string[]) => void
}

/**
 * The rows of a piece live until the last of them is used. With larger pieces, rows outlive the young generation of the
 * garbage collector, and the process takes 80 MB more.
 */
const PIECE_BYTES = 32 * 1024

/** Enough bytes to detect the format and a line end, even if the first line is long. */
const HEAD_BYTES = 64 * 1024

/**
 * Yields the rows of a source in its order, in batches: unpacks the source, decodes it and reads it by its format.
 *
 * @throws {FeedError} if the source cannot be read, or cannot be read to its end.
 */
export async function* openRows(
  source: OpenedSource,
  options: RowOptions,
  hooks: RowHooks,
): AsyncGenerator<RawItem[], void, undefined> {
  const { name, path } = source
  const { entry, signal } = options
  const unpacked = await unpack(source.chunks, { name, path, entry, signal, onPacked: source.report })
  try {
    const { head, chunks } = await peekStream(unpacked.chunks, (bytes) => bytes.length >= BINARY_BYTES)
    const binary = unpacked.isWorkbook ? 'xlsx' : binaryFormat(head)
    if (binary === undefined) yield* readText({ ...unpacked, chunks }, name, options, hooks)
    else yield* readBinary(binary, { ...unpacked, chunks }, source, options, hooks)
  } finally {
    await unpacked.close()
  }
}

async function* readText(
  unpacked: Unpacked,
  name: string,
  options: RowOptions,
  hooks: RowHooks,
): AsyncGenerator<RawItem[], void, undefined> {
  const { clock, stats, isKnown, listColumn, onHeader } = hooks
  const maxBytes = Math.min(options.maxBytes ?? FEED_LIMITS.documentBytes, FEED_LIMITS.documentBytes)
  const countUnpacked = (bytes: number): void => {
    stats.bytesUnpacked += bytes
  }
  const text = await toUtf8(limitDocument(unpacked.chunks, name, maxBytes, countUnpacked), name, options.encoding)
  const { head, chunks } = await peekLines(inPieces(text.chunks, PIECE_BYTES))
  const detected = detectFormat(unpacked.fileName, head)
  checkIsText(head, name)
  if (options.format !== undefined) checkFormat(head, options.format, name)
  const lineEnd = !head.includes(LINE_FEED) && head.includes(CARRIAGE_RETURN) ? CARRIAGE_RETURN : LINE_FEED
  const format = options.format ?? detected
  stats.format = format
  if (lineEnd !== LINE_FEED) stats.lineEnd = lineEnd

  const onRecords = (path: string): void => {
    stats.recordPath = path
  }
  const rows = (): AsyncGenerator<RawItem[], void, undefined> => {
    switch (format) {
      case 'jsonl':
      case 'json':
        return readJson(chunks, head, { name, format, records: options.records, clock, stats, isKnown, readLines })
      case 'csv':
        return readCsv(splitLines(chunks, lineEnd), {
          columns: options.columns,
          listColumn,
          isKnown,
          onHeader,
          clock,
          stats,
        })
      case 'xml':
        return readXml(chunks, { records: options.records, onRecords, clock, signal: options.signal, name })
      case 'xlsx':
      case 'parquet':
        throw new FeedError('wrong_format', `${name} has the name of ${FORMAT_NAMES[format]}, but is text or is cut.`)
    }
  }
  const readLines = (bytes: AsyncIterable<Buffer>): AsyncGenerator<RawItem[], void, undefined> =>
    readJsonLines(bytes, lineEnd, clock)
  yield* reportEncoding(rows(), text.report, stats)
}

/**
 * Peeks at the first two lines from the first line with text on, or at 64 KB of longer lines. They are enough to detect
 * the format, so a slow pipe need not wait for 64 KB. The head is the same however the source is split into chunks.
 */
async function peekLines(chunks: AsyncIterable<Buffer>): Promise<PeekedStream> {
  const start = new ContentStart()
  const isEnough = (read: Buffer): boolean => {
    const content = read.subarray(start.find(read))
    return content.length >= HEAD_BYTES || secondLineEnd(content) !== -1 || start.isBeyond(read)
  }
  const peeked = await peekStream(chunks, isEnough)
  const content = peeked.head.subarray(start.find(peeked.head))
  const end = secondLineEnd(content)
  return { head: content.subarray(0, Math.min(HEAD_BYTES, end === -1 ? content.length : end)), chunks: peeked.chunks }
}

/** @param content - Bytes that start with text. */
function secondLineEnd(content: Buffer): number {
  const first = content.indexOf(LINE_FEED)
  return first === -1 ? -1 : content.indexOf(LINE_FEED, first + 2)
}
