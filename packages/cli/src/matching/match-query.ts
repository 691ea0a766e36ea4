import { existsSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { type FeedItem, readFeed } from '@utpid/feed'
import { type Command, InvalidArgumentError } from 'commander'
import { checkFiles, looksLikeFile } from '../arguments/check-files.ts'
import { countryOption } from '../arguments/country-option.ts'
import { decimalNumber, wholeNumber } from '../command/common-options.ts'
import { CliError } from '../errors/cli-error.ts'
import { EXIT } from '../errors/exit-codes.ts'
import { collect, readRecords } from '../import/read-records.ts'
import type { Io } from '../io/io.ts'

/** The parsed options of {@link addQueryOptions}. */
export interface QueryFlags {
  readonly name?: string
  readonly category?: string
  readonly address?: string
  readonly postalCode?: string
  readonly city?: string
  readonly region?: string
  readonly country?: string
  readonly lat?: number
  readonly lon?: number
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  readonly brand?: string
  readonly stars?: number
  readonly rooms?: number
  readonly identifier?: readonly string[]
  readonly supplier?: string
  readonly code?: string
}

/** Adds one option for each field of a match query. */
export function addQueryOptions(command: Command): Command {
  return command
    .option('--name <name>', 'name')
    .option('--category <category>', 'for example hotel, apartment, tour, transfer')
    .option('--address <address>', 'street and house number')
    .option('--postal-code <code>', 'postcode')
    .option('--city <city>', 'city')
    .option('--region <region>', 'region or state')
    .option('--country <country>', 'ISO 3166 code or name', countryOption)
    .option('--lat <degrees>', 'latitude, WGS84', decimalNumber(-90, 90))
    .option('--lon <degrees>', 'longitude, WGS84', decimalNumber(-180, 180))
    .option('--phone <phone>', 'telephone number')
    .option('--email <email>', 'mail address')
    .option('--website <url>', 'web address')
    .option('--brand <brand>', 'chain or brand')
    .option('--stars <n>', '0.5 to 7', decimalNumber(0.5, 7))
    .option('--rooms <n>', 'number of rooms', wholeNumber(1, 20_000))
    .option('--identifier <scheme=value>', 'a shared identifier, for example giata=12345', identifierOption)
    .option('--supplier <id>', 'the supplier of the code')
    .option('--code <code>', "the supplier's code")
}

function identifierOption(text: string, earlier: readonly string[] | undefined): string[] {
  if (/^[^=]+=.+$/s.test(text)) return collect(text, earlier)
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
    throw new CliError(
      EXIT.usage,
      'There is nothing to match. Use options, for example: utpid match --name "Hotel Ritz" --city Paris; or JSON, a file, or "-".',
    )
  }
  const record = await readOne(io, source)
  const location = { ...(isObject(record.location) ? record.location : {}), ...said.location }
  return { ...record, ...said, ...(Object.keys(location).length > 0 ? { location } : {}) }
}

function recordOfFlags(flags: QueryFlags): Record<string, unknown> & { location?: Record<string, unknown> } {
  const { address, postalCode, city, region, country, lat, lon, identifier } = flags
  const { name, category, phone, email, website, brand, stars, rooms, supplier, code } = flags
  if ((lat === undefined) !== (lon === undefined)) {
    throw new CliError(EXIT.usage, 'Coordinates need both --lat and --lon.')
  }
  const coordinates = lat === undefined || lon === undefined ? undefined : [lat, lon]
  const location = given({ address, postalCode, city, region, country, coordinates })
  const identifiers = identifier?.map((text) => {
    const at = text.indexOf('=')
    return { scheme: text.slice(0, at), value: text.slice(at + 1) }
  })
  return {
    ...given({ name, category, phone, email, website, brand, stars, rooms, supplier, code, identifiers }),
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
      throw new CliError(EXIT.usage, `${name} has more than one record; use "utpid map" for several.`)
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
    throw new CliError(EXIT.usage, `The argument is not valid JSON: ${reason}.`, { cause })
  }
}

/** @throws {CliError} for a missing file, and for text that looks like the name of a product. */
function fileOf(source: string): string {
  if (source === '-' || (existsSync(source) && statSync(source).isFile())) return source
  if (looksLikeFile(source)) checkFiles([source])
  throw new CliError(
    EXIT.usage,
    `"${source}" is neither JSON nor a file; to match by name: utpid match --name "${source}" --city CITY.`,
  )
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
