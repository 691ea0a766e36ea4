import type { Readable } from 'node:stream'
import {
  type Condition,
  type FeedFormat,
  type FeedItem,
  type FeedStats,
  type Mapping,
  parseMapping,
  parseWhere,
  readFeed,
  readMappingFile,
} from '@utpid/feed'
import { type Command, Option } from 'commander'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link addFeedOptions}. */
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

/** Adds the options that control how a feed is read. */
export function addFeedOptions(command: Command): Command {
  return command
    .option('--column <target=column>', 'take a field from this column, for example name=nom_commercial', collect)
    .option('--mapping <file>', 'a JSON file of columns and constants')
    .addOption(whereOption())
    .addOption(new Option('--format <format>', 'format of the file (default: auto-detect)').choices(FORMATS))
}

/** The option `--where`, for commands without other feed options. */
export function whereOption(): Option {
  return new Option(
    '--where <field=value>',
    'read only rows that meet this condition (or field!=value); repeatable, all must hold',
  ).argParser(collect)
}

const FORMATS: readonly FeedFormat[] = ['jsonl', 'csv', 'json']

/** Collects an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value]
}

/** @throws FeedError for an invalid mapping or condition. */
export async function feedReading(flags: FeedFlags): Promise<FeedReading> {
  const base = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping)
  const mapping = flags.column === undefined ? base : parseMapping(flags.column, base)
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
  return readFeed(source, { ...options, signal: io.signal })
}
