import {
  CATEGORIES,
  type Coordinates,
  LIMITS,
  parseCategory,
  type Registry,
  SEARCH_FACETS,
  type SearchResult,
} from '@utpid/core'
import { defined } from '@utpid/core/storage'
import { InvalidArgumentError } from 'commander'
import { displayedCountryOption } from '../../arguments/country-option.ts'
import { requireSupplier } from '../../arguments/known-supplier.ts'
import { type Command, command } from '../../command/command.ts'
import { any, flag, integer, parsed, text } from '../../command/option.ts'
import { usageError } from '../../errors/cli-error.ts'
import { facetsText, searchText } from '../../render/search-text.ts'
import { didYouMean } from '../../text/did-you-mean.ts'
import { counted, shownPart, whole } from '../../text/number-text.ts'

export const searchCommand: Command = command({
  name: 'search',
  about: 'Find products by name, city, destination, supplier or category.',
  on: 'reading',
  arguments: { text: any('search text; optional if an option filters the products') },
  options: {
    type: text('category', 'one or more categories, comma-separated; lodging or profile:activity for all of a profile'),
    country: parsed('country', 'ISO 3166 code or name, ZZ for unknown', displayedCountryOption),
    city: text('city', 'city, by any of its names'),
    destination: text('place', 'city, region, country or airport code; comma-separated: all must match'),
    near: parsed('lat,lon', 'only products around this point, nearest first', pointOption),
    radius: integer('metres', 'radius around --near (default: 1,000)', 1, LIMITS.searchRadiusMeters),
    supplier: text('id', 'only products of this supplier'),
    verified: flag('only verified products'),
    limit: integer('n', 'maximum products to show (default: 20)', 1, LIMITS.searchPageSize),
    offset: integer('n', 'products to skip first', 0, LIMITS.searchOffset),
    cursor: text('text', 'continue after an earlier page, with the same text and filters'),
    facets: flag('count all products found by category and country'),
  },
  check({ text: words, limit: _, facets: __, radius, offset, cursor, ...filters }) {
    if (words.join('').trim() === '' && Object.keys(filters).length === 0) {
      throw usageError(
        'Enter a search text, for example: utpid search "ritz paris"; or a filter such as --city or --type.',
      )
    }
    if (radius !== undefined && filters.near === undefined) {
      throw usageError('--radius needs a point: add --near LAT,LON.')
    }
    if (cursor !== undefined && offset !== undefined) {
      throw usageError('--cursor and --offset cannot be combined: a cursor already has the position.')
    }
  },
  async run({ registry, signal, given: { text: words, near, radius, facets, ...options } }) {
    if (options.type !== undefined) await requireCategories(registry, options.type)
    if (options.supplier !== undefined) await requireSupplier(registry, options.supplier)
    return registry.search(words.join(' '), {
      ...options,
      signal,
      ...(near && { near: { coordinates: near, ...defined({ radiusMeters: radius }) } }),
      ...(facets && { facets: SEARCH_FACETS }),
    })
  },
  text: ({ products, facets }) =>
    (products.length === 0 ? '' : searchText({ products })) + (facets === undefined ? '' : facetsText(facets)),
  notes: (result, { given: { cursor, offset = 0 } }) => [
    cursor === undefined ? summary(result, offset) : summaryOfPage(result),
    ...(result.next === undefined ? [] : [`The next page: --cursor ${result.next}`]),
  ],
})

/** Parses `48.86,2.34`: latitude, then longitude. */
function pointOption(text: string): Coordinates {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && rest.length === 0) return [latitude, longitude]
  throw new InvalidArgumentError('It must be latitude and longitude in degrees, separated by a comma: 48.86,2.34.')
}

function summary(result: SearchResult, offset: number): string {
  const { total, exact, products } = result
  if (total === 0) return 'No product found.'
  const all = `${exact ? '' : 'at least '}${counted(total, 'product')}`
  return shownPart(all, { total, offset, shown: products.length, verb: ' found' })
}

function summaryOfPage(result: SearchResult): string {
  return `${counted(result.products.length, 'product')} of ${whole(result.total)}.`
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
    throw usageError(
      `"${type}" is not a category${hint === '' ? '; "utpid stats" lists those in the registry.' : hint}`,
    )
  }
}
