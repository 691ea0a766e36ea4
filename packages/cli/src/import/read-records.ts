import type { Readable } from 'node:stream'
import {
  type Condition,
  type FeedFormat,
  type FeedItem,
  type FeedStats,
  type Mapping,
  parseConstants,
  parseMapping,
  parseWhere,
  readFeed,
  readMappingFile,
} from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { oneOf, type RowsOf, repeated, text } from '../command/option.ts'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link FEED_OPTIONS}. */
export interface FeedFlags {
  readonly column?: readonly string[]
  readonly mapping?: string
  readonly set?: readonly string[]
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
  set: repeated('target=value', 'give a field this value in every record, for example category=hotel'),
  where: repeated(
    'field=value',
    'read only rows that meet this condition (or field!=value); repeatable, all must hold',
  ),
  format: oneOf('format', 'format of the file (default: auto-detect)', ['jsonl', 'csv', 'json']),
}

/** @throws FeedError for an invalid mapping or condition. */
export async function feedReading(flags: FeedFlags): Promise<FeedReading> {
  const base = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping)
  const columns = flags.column === undefined ? base : parseMapping(flags.column, base)
  const mapping = flags.set === undefined ? columns : parseConstants(flags.set, columns)
  return { mapping, where: parseWhere(flags.where ?? []), format: flags.format }
}

export interface ReadRecordsOptions extends Partial<FeedReading> {
  readonly stats?: FeedStats
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
  return readFeed(source, { ...options, isCity, signal: io.signal })
}

let gazetteer: ReturnType<typeof loadGazetteer> | undefined

/** Returns whether a text is the name of a city. Loads the gazetteer for the first column that may contain cities. */
function isCity(text: string): boolean {
  gazetteer ??= loadGazetteer()
  return gazetteer.citiesByName(text).length > 0
}
