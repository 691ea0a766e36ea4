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
}

/** The parsed options, as settings of the feed reader. */
export interface FeedReading {
  readonly mapping: Mapping | undefined
  readonly where: readonly Condition[]
  readonly format: FeedFormat | undefined
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
}

/** @throws FeedError for an invalid mapping or condition. */
export async function feedReading(flags: FeedFlags): Promise<FeedReading> {
  const base = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping)
  const mapping = flags.column === undefined ? base : parseMapping(flags.column, base)
  return { mapping, where: parseWhere(flags.where ?? []), format: flags.format }
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
