import { Readable } from 'node:stream'
import { defined } from '@utpid/core/storage'
import { type FeedItem, readFeed } from '@utpid/feed'
import { InvalidArgumentError } from 'commander'
import { checkFiles, isFilePath, looksLikeFile } from '../arguments/check-files.ts'
import { countryOption } from '../arguments/country-option.ts'
import { collect, decimal, integer, parsed, type RowsOf, text } from '../command/option.ts'
import { CliError, usageError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { readRecords } from '../import/read-records.ts'
import { isObject } from '../import/started-feed.ts'
import type { Io } from '../io/io.ts'

type TextField =
  | ('name' | 'category' | 'address' | 'postalCode' | 'city' | 'region' | 'country')
  | ('phone' | 'email' | 'website' | 'brand' | 'supplier' | 'code')
type NumberField = 'lat' | 'lon' | 'stars' | 'rooms'

/** The parsed options of {@link QUERY_OPTIONS}. */
export type QueryFlags = { readonly [Name in TextField]?: string } & { readonly [Name in NumberField]?: number } & {
  readonly identifier?: readonly string[]
}

/** One option for each field of a match query. */
export const QUERY_OPTIONS: RowsOf<QueryFlags> = {
  name: text('name', 'name'),
  category: text('category', 'for example hotel, apartment, tour, transfer'),
  address: text('address', 'street and house number'),
  postalCode: text('code', 'postcode'),
  city: text('city', 'city'),
  region: text('region', 'region or state'),
  country: parsed('country', 'ISO 3166 code or name', countryOption),
  lat: decimal('degrees', 'latitude, WGS84', -90, 90),
  lon: decimal('degrees', 'longitude, WGS84', -180, 180),
  phone: text('phone', 'telephone number'),
  email: text('email', 'mail address'),
  website: text('url', 'web address'),
  brand: text('brand', 'chain or brand'),
  stars: decimal('n', '0.5 to 7', 0.5, 7),
  rooms: integer('n', 'number of rooms', 1, 20_000),
  identifier: parsed('scheme=value', 'a shared identifier, for example giata=12345', identifierOption),
  supplier: text('id', 'the supplier of the code'),
  code: text('code', "the supplier's code"),
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

function recordOfFlags({
  address,
  postalCode,
  city,
  region,
  country,
  lat,
  lon,
  identifier,
  ...fields
}: QueryFlags): Record<string, unknown> & { location?: Record<string, unknown> } {
  if ((lat === undefined) !== (lon === undefined)) {
    throw usageError('Coordinates need both --lat and --lon.')
  }
  const coordinates = lat === undefined || lon === undefined ? undefined : [lat, lon]
  const location = defined({ address, postalCode, city, region, country, coordinates })
  const identifiers = identifier?.map((pair) => {
    const at = pair.indexOf('=')
    return { scheme: pair.slice(0, at), value: pair.slice(at + 1) }
  })
  return {
    ...defined({ ...fields, identifiers }),
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
