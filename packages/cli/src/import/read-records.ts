import type { Readable } from 'node:stream'
import {
  type Condition,
  type FeedFormat,
  type FeedItem,
  type FeedStats,
  type Mapping,
  parseMapping,
  parseWhere,
  type RowPosition,
  readFeed,
  readMappingFile,
} from '@utpid/feed'
import { oneOf, type RowsOf, repeated, text } from '../command/option.ts'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link FEED_OPTIONS}. */
export interface FeedFlags {
  readonly column?: readonly string[]
  readonly mapping?: string
  readonly where?: readonly string[]
  readonly format?: FeedFormat
  readonly columns?: string
  readonly records?: string
  readonly encoding?: string
  readonly entry?: string
}

/** The parsed options, as settings of the feed reader. */
export interface FeedReading {
  readonly mapping: Mapping | undefined
  readonly where: readonly Condition[]
  readonly format: FeedFormat | undefined
  readonly columns?: readonly string[] | undefined
  readonly records?: string | undefined
  readonly encoding?: string | undefined
  readonly entry?: string | undefined
}

/** The options that control how a feed is read. */
export const FEED_OPTIONS: RowsOf<FeedFlags> = {
  column: repeated('target=column', 'take a field from this column, for example name=nom_commercial'),
  mapping: text('file', 'a JSON file of columns and constants'),
  where: repeated(
    'field=value',
    'read only rows that meet this condition (or field!=value); repeatable, all must hold',
  ),
  format: oneOf('format', 'format of the file (default: auto-detect)', ['jsonl', 'csv', 'json']),
  columns: text('names', 'columns of a CSV without a header, in order, for example code,name,city'),
  records: text(
    'path',
    'place of the records in a JSON file, for example hotels[] or data.items; hotels.* for an object by codes (default: found)',
  ),
  encoding: text('name', 'encoding of the file, for example windows-1251 (default: UTF-8 where valid, else guessed)'),
  entry: text('file', 'file to read from a zip archive of several files'),
}

/** @throws FeedError for an invalid mapping or condition. */
export async function feedReading(flags: FeedFlags): Promise<FeedReading> {
  const base = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping)
  const mapping = flags.column === undefined ? base : parseMapping(flags.column, base)
  const { format, records, encoding, entry } = flags
  const columns = flags.columns?.split(',').map((column) => column.trim())
  return { mapping, where: parseWhere(flags.where ?? []), format, columns, records, encoding, entry }
}

export interface ReadRecordsOptions extends Partial<FeedReading> {
  readonly stats?: FeedStats
  readonly onRow?: (row: RowPosition) => void
  readonly onBytes?: (read: number, total: number | undefined) => void
}

/**
 * Reads a file, a stream, or standard input for `-`, item by item. It ends when the user stops the command.
 *
 * @throws FeedError when the source cannot be read at all, or not to its end.
 */
export function readRecords(
  io: Io,
  file: string | Readable,
  options: ReadRecordsOptions = {},
): AsyncGenerator<FeedItem, void> {
  // Keep `-` for the process's own standard input, so that messages name it "standard input".
  const source = file === '-' && io.stdin !== process.stdin ? io.stdin : file
  return readFeed(source, { ...options, signal: io.signal })
}
