import { foldCity } from '../features/address-features.ts'
import { CATEGORIES } from '../model/category.ts'
import { LIMITS } from '../model/limits.ts'
import type { Product } from '../model/product.ts'
import { RegistryError } from '../model/registry-error.ts'
import type { ProductId } from '../model/utpid.ts'
import { parseCategory } from '../repair/parse-category.ts'
import { parseCountry } from '../repair/parse-country.ts'
import { parseSupplierId } from '../repair/parse-record.ts'
import type { TermCondition, TermGroup } from '../storage/search-query.ts'
import { checkText } from './check-arguments.ts'
import { readProducts } from './read-products.ts'
import type { RegistryContext } from './registry-context.ts'
import { searchTiers } from './search-tiers.ts'

export interface SearchOptions {
  /** A category slug or spelling, a profile (`lodging`), or several. */
  readonly type?: string | readonly string[]
  /** Country as a code or name. */
  readonly country?: string
  /** True: only verified products; false filters nothing. */
  readonly verified?: boolean
  /** Supplier id. */
  readonly supplier?: string
  readonly city?: string
  /** 1 to `LIMITS.searchPageSize`; 20 unless given. */
  readonly limit?: number
  /** 0 unless given; `offset + limit` at most `LIMITS.searchOffset`. */
  readonly offset?: number
}

export interface SearchResult {
  /** All products found. */
  readonly total: number
  /** False when `total` is only a lower bound. */
  readonly exact: boolean
  readonly products: readonly Product[]
}

const DEFAULT_LIMIT = 20

/**
 * Finds products by name, city, destination, supplier or category. Order is total and the same
 * on every storage: tier, static rank, UTPID.
 *
 * @param text - May be empty when a filter is given.
 */
export async function searchProducts(
  context: RegistryContext,
  text: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const { limit = DEFAULT_LIMIT, offset = 0 } = options
  if (typeof text !== 'string')
    throw new RegistryError(
      'validation_failed',
      'The search text must be a string; it may be empty when a filter is given.',
    )
  checkPage(limit, offset)
  for (const [name, value] of Object.entries({
    country: options.country,
    supplier: options.supplier,
    city: options.city,
  })) {
    checkText(value, name)
  }
  if (text.length > LIMITS.searchTextCharacters) {
    throw new RegistryError(
      'validation_failed',
      `The search text has ${text.length} characters; at most ${LIMITS.searchTextCharacters} are searched.`,
    )
  }
  const filters = filterGroups(options)
  const asked = searchTiers(text, filters, context.gazetteer)
  if (asked === undefined && text.trim() !== '') return { total: 0, exact: true, products: [] }
  if (asked === undefined && filters.length === 0) {
    throw new RegistryError('validation_failed', 'A search needs a text or a filter.')
  }
  const found = await collect(context, asked?.tiers ?? [{ groups: filters }], asked?.lastTier, offset, limit)
  const products = await readProducts(context, found.ids)
  return { total: found.total, exact: found.exact, products: products.filter((product) => product !== undefined) }
}

/** Asks tier by tier; each leaves out what came before it. */
async function collect(
  { index }: RegistryContext,
  tiers: readonly TermCondition[],
  lastTier: TermCondition | undefined,
  offset: number,
  limit: number,
): Promise<{ total: number; exact: boolean; ids: ProductId[] }> {
  const ids: ProductId[] = []
  const except: TermCondition[] = []
  let total = 0
  let exact = true
  const ask = async (match: TermCondition): Promise<void> => {
    const answer = await index.search({
      match,
      except: [...except],
      offset: Math.max(0, offset - total),
      limit: Math.max(0, limit - ids.length),
    })
    ids.push(...answer.productIds)
    total += answer.total
    exact &&= answer.exact
    except.push(match)
  }
  for (const tier of tiers) await ask(tier)
  if (lastTier !== undefined && total < limit) await ask(lastTier)
  return { total, exact, ids }
}

function checkPage(limit: number, offset: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.searchPageSize) {
    throw new RegistryError(
      'validation_failed',
      `limit is ${limit}; it must be an integer of 1 to ${LIMITS.searchPageSize}.`,
    )
  }
  if (!Number.isInteger(offset) || offset < 0)
    throw new RegistryError('validation_failed', `offset is ${offset}; it must be an integer of 0 or more.`)
  if (offset + limit > LIMITS.searchOffset) {
    throw new RegistryError(
      'offset_too_large',
      `offset + limit is ${offset + limit}; paging by offset ends at ${LIMITS.searchOffset}.`,
    )
  }
}

function filterGroups({ type, country, verified, supplier, city }: SearchOptions): TermGroup[] {
  const groups: TermGroup[] = []
  if (type !== undefined) groups.push({ any: categoryTerms(typeof type === 'string' ? type.split(',') : type) })
  if (country !== undefined) {
    const code = parseCountry(country)
    if (code === undefined)
      throw new RegistryError('validation_failed', `"${country}" is not a country: give an ISO 3166 code or a name.`)
    groups.push({ any: [`country:${code}`] })
  }
  if (verified === true) groups.push({ any: ['verified:true'] })
  if (supplier !== undefined) groups.push({ any: [`supplier:${parseSupplierId(supplier) ?? supplier}`] })
  if (city !== undefined) groups.push({ any: [`city:${foldCity(city)}`] })
  return groups
}

function categoryTerms(types: readonly string[]): string[] {
  const terms = types.flatMap((type) => {
    const profile = type.trim().toLowerCase()
    const ofProfile = CATEGORIES.filter((category) => category.profile === profile).map(({ slug }) => slug)
    return profile !== 'transfer' && ofProfile.length > 0 ? ofProfile : [parseCategory(type).category.slug]
  })
  return [...new Set(terms)].map((slug) => `category:${slug}`)
}
