import { Readable } from 'node:stream'
import { type FieldPath, fieldPaths, RECORD_FIELDS } from '@utpid/core/fields'
import { defined } from '@utpid/core/storage'
import { type FeedItem, readFeed } from '@utpid/feed'
import { InvalidArgumentError } from 'commander'
import { checkFiles, isFilePath, looksLikeFile } from '../arguments/check-files.ts'
import { countryOption } from '../arguments/country-option.ts'
import { collect, decimal, integer, type OptionRow, parsed, type RowsOf, text } from '../command/option.ts'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { readRecords } from '../import/read-records.ts'
import { isObject } from '../import/started-feed.ts'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link QUERY_OPTIONS}. */
export interface QueryFlags {
  readonly [field: string]: unknown
  readonly lat?: number
  readonly lon?: number
  readonly identifier?: readonly string[]
}

/** The fields of a match query that have one option each: texts and numbers of the record and of its location. */
const QUERY_FIELDS: readonly FieldPath[] = fieldPaths(RECORD_FIELDS).filter(
  ({ path, definition: { type, detail, letter } }) =>
    letter !== undefined &&
    detail !== true &&
    (path.length === 1 || path[0] === 'location') &&
    (type.kind === 'text' || (type.kind === 'number' && type.unit === undefined)),
)

/** One option for each field of a match query. */
export const QUERY_OPTIONS: RowsOf<QueryFlags> = {
  ...Object.fromEntries(QUERY_FIELDS.map((field) => [nameOf(field), fieldOption(field)])),
  lat: decimal('degrees', 'latitude, WGS84', -90, 90),
  lon: decimal('degrees', 'longitude, WGS84', -180, 180),
  identifier: parsed('scheme=value', 'a shared identifier, for example giata=12345', identifierOption),
  supplier: text('id', 'the supplier of the code'),
  code: text('code', "the supplier's code"),
}

function nameOf({ path }: FieldPath): string {
  return path.at(-1) as string
}

function fieldOption({ path, definition }: FieldPath): OptionRow<string> | OptionRow<number> {
  const name = path.at(-1) as string
  const { type, label, description, example } = definition
  const about = `${(description ?? label).replace(/\.$/, '')}, for example ${String(example)}`
  if (type.kind === 'number') {
    const { min, max, step } = type
    return step === 1 ? integer('n', about, min, max) : decimal('n', about, min, max)
  }
  const isCountry = type.kind === 'text' && type.form === 'country'
  return isCountry ? parsed(name, about, countryOption) : text(name, about)
}

function identifierOption(given: string, earlier: readonly string[] | undefined): readonly string[] {
  if (/^[^=]+=.+$/s.test(given)) return collect(given, earlier)
  throw new InvalidArgumentError('Write scheme=value, for example giata=12345.')
}

/**
 * Reads the record of a match query from JSON text, a file or standard input. Options override its fields.
 *
 * @throws {CliError} when there is none, or more than one.
 */
export async function readQuery(io: Io, source: string | undefined, flags: QueryFlags): Promise<unknown> {
  const said = recordOfFlags(flags)
  if (source === undefined) {
    if (Object.keys(said).length > 0) return said
    throw usageError(
      'There is nothing to match. Use options, for example: utpid match --name "Hotel Ritz" --city Paris; or JSON, a file, or "-".',
    )
  }
  const record = await readOne(io, source)
  const location = { ...(isObject(record.location) ? record.location : {}), ...said.location }
  return { ...record, ...said, ...(Object.keys(location).length > 0 ? { location } : {}) }
}

function recordOfFlags(flags: QueryFlags): Record<string, unknown> & { location?: Record<string, unknown> } {
  const { lat, lon, identifier } = flags
  if ((lat === undefined) !== (lon === undefined)) {
    throw usageError('Coordinates need both --lat and --lon.')
  }
  const fields = QUERY_FIELDS.flatMap((field) => {
    const value = flags[nameOf(field)]
    return value === undefined ? [] : [{ within: field.path.length > 1, name: nameOf(field), value }]
  })
  const location = Object.fromEntries(fields.filter(({ within }) => within).map(({ name, value }) => [name, value]))
  if (lat !== undefined && lon !== undefined) location.coordinates = [lat, lon]
  const identifiers = identifier?.map((pair) => {
    const at = pair.indexOf('=')
    return { scheme: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  return {
    ...Object.fromEntries(fields.filter(({ within }) => !within).map(({ name, value }) => [name, value])),
    ...defined({ identifiers, supplier: flags.supplier, code: flags.code }),
    ...(Object.keys(location).length > 0 ? { location } : {}),
  }
}

/**
 * Reads the only record of JSON text, a file or standard input.
 *
 * @throws {CliError} when there is none, or more than one.
 */
export async function readOne(io: Io, source: string): Promise<Record<string, unknown>> {
  const isText = isJsonText(source)
  if (isText) checkJson(source)
  const items = isText
    ? readFeed(Readable.from([Buffer.from(source)]), { format: 'json', signal: io.signal })
    : readRecords(io, fileOf(source))
  const name = isText ? 'The JSON' : source === '-' ? 'Standard input' : source
  let first: FeedItem | undefined
  for await (const item of items) {
    if (first !== undefined) {
      throw usageError(`${name} has more than one record; use "utpid map" for several.`)
    }
    if ('error' in item) {
      throw new CliError(isText ? EXIT.usage : EXIT.input, `${name} cannot be read: ${item.error.message}`)
    }
    first = item
  }
  if (first === undefined || 'error' in first)
    throw new CliError(isText ? EXIT.usage : EXIT.input, `${name} has no record.`)
  return first.record
}

/** Returns whether an argument is the record itself, not its location. */
export function isJsonText(source: string): boolean {
  return /^\s*[{[]/.test(source)
}

function checkJson(text: string): void {
  try {
    JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw usageError(`The argument is not valid JSON: ${reason}.`, { cause })
  }
}

/** @throws {CliError} for a missing file, and for text that looks like the name of a product. */
function fileOf(source: string): string {
  if (source === '-' || isFilePath(source)) return source
  if (looksLikeFile(source)) checkFiles([source])
  throw usageError(
    `"${source}" is neither JSON nor a file; to match by name: utpid match --name "${source}" --city CITY.`,
  )
}
