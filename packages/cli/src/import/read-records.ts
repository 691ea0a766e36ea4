import type { Readable } from 'node:stream'
import {
  type Condition,
  type FeedFormat,
  type FeedItem,
  type FeedRecipe,
  type FeedStats,
  type Mapping,
  parseConstants,
  parseMapping,
  parseWhere,
  type Recipe,
  type RemovalCondition,
  type RowPosition,
  readFeed,
  readMappingFile,
  readRecipe,
} from '@utpid/feed'
import { loadGazetteer } from '@utpid/gazetteer'
import { oneOf, type RowsOf, repeated, text } from '../command/option.ts'
import { usageError } from '../errors/cli-error.ts'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link FEED_OPTIONS}. */
export interface FeedFlags {
  readonly column?: readonly string[]
  readonly mapping?: string
  readonly set?: readonly string[]
  readonly recipe?: string
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
  readonly recipe: Recipe | undefined
  readonly where: readonly Condition[]
  readonly removedWhen?: readonly RemovalCondition[] | undefined
  /** True if each row of the feed is a removal. */
  readonly removedOnly?: boolean | undefined
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
  set: repeated('target=value', 'give a field this value in every record, for example category=hotel'),
  recipe: text('name|file', 'a recipe of the format: a name of `utpid recipe list`, or a JSON file'),
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

/** @throws FeedError for an invalid mapping, recipe or condition. */
export async function feedReading(flags: FeedFlags): Promise<FeedReading> {
  const mapped = flags.column !== undefined ? '--column' : flags.mapping === undefined ? undefined : '--mapping'
  if (flags.recipe !== undefined && mapped !== undefined) {
    throw usageError(`${mapped} does not work with --recipe; add the column to a copy of the recipe.`)
  }
  const recipe = flags.recipe === undefined ? undefined : await readRecipe(flags.recipe)
  const base = flags.mapping === undefined ? undefined : await readMappingFile(flags.mapping)
  const named = flags.column === undefined ? base : parseMapping(flags.column, base)
  const mapping = flags.set === undefined ? named : parseConstants(flags.set, named)
  const { format, records, encoding, entry } = flags
  const columns = flags.columns?.split(',').map((column) => column.trim())
  return { mapping, recipe, where: parseWhere(flags.where ?? []), format, columns, records, encoding, entry }
}

export interface ReadRecordsOptions extends Partial<Omit<FeedReading, 'recipe'>> {
  /** Turns rows into records. Default: the names of columns do. */
  readonly recipe?: FeedRecipe | undefined
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
  return readFeed(source, { ...options, isCity, signal: io.signal })
}

let gazetteer: ReturnType<typeof loadGazetteer> | undefined

/** Returns whether a text is the name of a city. Loads the gazetteer for the first column that may contain cities. */
function isCity(text: string): boolean {
  gazetteer ??= loadGazetteer()
  return gazetteer.citiesByName(text).length > 0
}
