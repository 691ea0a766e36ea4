import {
  CATEGORIES,
  type Coordinates,
  LIMITS,
  parseCategory,
  type Registry,
  SEARCH_FACETS,
  type SearchResult,
} from '@utpid/core'
import { type Command, InvalidArgumentError } from 'commander'
import { displayedCountryOption } from '../../arguments/country-option.ts'
import { requireSupplier } from '../../arguments/known-supplier.ts'
import { addCommonOptions, type DataFlags, type JsonFlags, wholeNumber } from '../../command/common-options.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT } from '../../errors/exit-codes.ts'
import type { Io } from '../../io/io.ts'
import { openForReading } from '../../place/open-registry.ts'
import { facetsText, searchText } from '../../render/search-text.ts'
import { didYouMean } from '../../text/did-you-mean.ts'
import { counted, whole } from '../../text/number-text.ts'

interface SearchFlags extends DataFlags, JsonFlags {
  readonly type?: string
  readonly country?: string
  readonly verified?: boolean
  readonly supplier?: string
  readonly city?: string
  readonly destination?: string
  readonly near?: Coordinates
  readonly radius?: number
  readonly limit?: number
  readonly offset?: number
  readonly cursor?: string
  readonly facets?: boolean
}

export function addSearchCommand(program: Command, io: Io): void {
  const command = program
    .command('search')
    .description('Find products by name, city, destination, supplier or category.')
    .argument('[text...]', 'search text; optional if an option filters the products')
    .option(
      '--type <category>',
      'one or more categories, comma-separated; lodging or profile:activity for all of a profile',
    )
    .option('--country <country>', 'ISO 3166 code or name, ZZ for unknown', displayedCountryOption)
    .option('--city <city>', 'city, by any of its names')
    .option('--destination <place>', 'city, region, country or airport code; comma-separated: all must match')
    .option('--near <lat,lon>', 'only products around this point, nearest first', pointOption)
    .option('--radius <metres>', 'radius around --near (default: 1,000)', wholeNumber(1, LIMITS.searchRadiusMeters))
    .option('--supplier <id>', 'only products of this supplier')
    .option('--verified', 'only verified products')
    .option('--limit <n>', 'maximum products to show (default: 20)', wholeNumber(1, LIMITS.searchPageSize))
    .option('--offset <n>', 'products to skip first', wholeNumber(0, LIMITS.searchOffset))
    .option('--cursor <text>', 'continue after an earlier page, with the same text and filters')
    .option('--facets', 'count all products found by category and country')
  addCommonOptions(command).action((words: string[], flags: SearchFlags) => search(words.join(' '), flags, io))
}

async function search(text: string, flags: SearchFlags, io: Io): Promise<void> {
  const { type, country, city, destination, supplier, verified, near, radius, limit, offset, cursor, facets } = flags
  const filters = [type, country, city, destination, supplier, verified, near]
  if (text.trim() === '' && filters.every((flag) => flag === undefined)) {
    throw new CliError(
      EXIT.usage,
      'Enter a search text, for example: utpid search "ritz paris"; or a filter such as --city or --type.',
    )
  }
  if (radius !== undefined && near === undefined) {
    throw new CliError(EXIT.usage, '--radius needs a point: add --near LAT,LON.')
  }
  if (cursor !== undefined && offset !== undefined) {
    throw new CliError(EXIT.usage, '--cursor and --offset cannot be combined: a cursor already has the position.')
  }
  await using registry = await openForReading(flags.data, io.stderr)
  if (type !== undefined) await requireCategories(registry, type)
  if (supplier !== undefined) await requireSupplier(registry, supplier)
  const result = await registry.search(text, {
    signal: io.signal,
    ...(type === undefined ? {} : { type }),
    ...(country === undefined ? {} : { country }),
    ...(city === undefined ? {} : { city }),
    ...(destination === undefined ? {} : { destination }),
    ...(supplier === undefined ? {} : { supplier }),
    ...(verified === undefined ? {} : { verified }),
    ...(near === undefined
      ? {}
      : { near: { coordinates: near, ...(radius === undefined ? {} : { radiusMeters: radius }) } }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(facets === true ? { facets: SEARCH_FACETS } : {}),
  })
  if (flags.json === true) return io.stdout.json(result)
  if (result.products.length > 0) await io.stdout.write(searchText(result))
  if (result.facets !== undefined) await io.stdout.write(facetsText(result.facets))
  await io.stderr.line(cursor === undefined ? summary(result, offset ?? 0) : summaryOfPage(result))
  if (result.next !== undefined) await io.stderr.line(`The next page: --cursor ${result.next}`)
}

/** Parses `48.86,2.34`: latitude, then longitude. */
function pointOption(text: string): Coordinates {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && rest.length === 0) return [latitude, longitude]
  throw new InvalidArgumentError('It must be latitude and longitude in degrees, separated by a comma: 48.86,2.34.')
}

function summary(result: SearchResult, offset: number): string {
  const { total, products } = result
  if (total === 0) return 'No product found.'
  const all = allOf(result)
  if (products.length === 0) return `${all} found; --offset ${whole(offset)} is beyond the last.`
  if (products.length === total) return `${all} found.`
  const next = offset + products.length
  return `${whole(offset + 1)} to ${whole(next)} of ${all}${next < total ? `; --offset ${next} shows more` : ''}.`
}

function summaryOfPage(result: SearchResult): string {
  return `${counted(result.products.length, 'product')} of ${whole(result.total)}.`
}

function allOf({ total, exact }: SearchResult): string {
  return `${exact ? '' : 'at least '}${counted(total, 'product')}`
}

/** Categories are an open list: imported records may add new ones. */
async function requireCategories(registry: Registry, types: string): Promise<void> {
  const { products } = await registry.stats()
  const known = [
    ...new Set(CATEGORIES.flatMap(({ slug, profile }) => [slug, `profile:${profile}`])),
    'lodging',
    ...Object.keys(products.byCategory),
  ]
  for (const type of types.split(',')) {
    if (known.includes(type.trim().toLowerCase()) || parseCategory(type).known) continue
    const hint = didYouMean(type, known)
    throw new CliError(
      EXIT.usage,
      `"${type}" is not a category${hint === '' ? '; "utpid stats" lists those in the registry.' : hint}`,
    )
  }
}
