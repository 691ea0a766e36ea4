import { earthPoint, groundMeters, squaredDistance } from '../../geo/earth-point.ts'
import { defined } from '../../model/defined.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Product } from '../../model/product.ts'
import { RegistryError } from '../../model/registry-error.ts'
import { validationError } from '../../model/validation-error.ts'
import type { SearchAnswer, SearchCircle, SearchQuery, TermCondition } from '../../storage/search-query.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { checkText, describe } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import {
  type FieldsOption,
  type ProductFields,
  type ProductSummary,
  type ProductWith,
  productReader,
} from '../read/product-summary.ts'
import { readCursor, SEARCH_STAGES, type SearchCursor, type SearchStage, writeCursor } from './search-cursor.ts'
import { type ExpandedLists, ExpandedWords, expandWords, expansionRequests, NO_EXPANSION } from './search-expansion.ts'
import { checkFacets, FacetTerms, type SearchFacet, type SearchFacets } from './search-facets.ts'
import { checkFilters, filterGroups, type SearchFilters, searchCircle } from './search-filters.ts'
import { searchIdentity } from './search-identity.ts'
import { countWidestTiers, exactTiers, expandedTiers, lastTier, lastTiers, widestTier } from './search-tiers.ts'
import { type SearchWords, searchWords } from './search-words.ts'

/** The filters, the page and the facets of a search. */
export interface SearchOptions extends SearchFilters {
  /** The number of products on a page, 1 to `LIMITS.searchPageSize`. Default: 20. */
  readonly limit?: number
  /** The number of products to skip. `offset + limit` is at most `LIMITS.searchOffset`. Default: 0. */
  readonly offset?: number
  /**
   * The `next` of the previous page, instead of an offset. A product that does not change while a client reads pages
   * appears exactly once, even during concurrent writes.
   */
  readonly cursor?: string
  /** The facets to count over all found products. Default: none. */
  readonly facets?: readonly SearchFacet[]
}

/** A page of search results. */
export interface SearchResult<Found = FoundProduct> {
  /** Number of products found. */
  readonly total: number
  /** False if `total` is only a lower bound. */
  readonly exact: boolean
  readonly products: readonly Found[]
  /** The counts of facets; present for a search with `facets`. */
  readonly facets?: SearchFacets
  /** The cursor of the next page; absent on the last page. */
  readonly next?: string
}

interface Found {
  /** The distance along the ground in whole metres, for a search with `near`. */
  readonly distanceMeters?: number
}

/** A product that a search found. */
export interface FoundProduct extends Product, Found {}

/** A found product with the fields that lists show. */
export interface FoundSummary extends ProductSummary, Found {}

/** A found product with these fields. */
export type FoundWith<Fields extends ProductFields> = ProductWith<Fields> & Found

const DEFAULT_LIMIT = 20
const LAST_STAGE: SearchStage = 'last'

/** The parsed query, without the requested page. */
interface ParsedSearch {
  readonly words: SearchWords | undefined
  readonly filters: SearchQuery['filters']
  readonly near: SearchCircle | undefined
  readonly facets: FacetTerms | undefined
  /**
   * True if the stored search terms have this index version. Then the last tiers find every product that any tier
   * finds.
   */
  readonly isCurrentVersion: boolean
}

/** A query at one stage. */
interface StagedSearch {
  readonly stage: SearchStage
  readonly lists: ExpandedLists
  readonly tiers: readonly TermCondition[]
  /** The completions and misspellings of the words; absent at the exact stage. */
  readonly expanded?: ExpandedWords
}

/**
 * Finds products by name, city, destination, supplier or category. The order is total and the same on every storage:
 * first the tier, then the static rank (with `near`: the distance), then the UTPID.
 *
 * The search first uses exact words. If the result does not fill a page, the search also completes the last word and
 * corrects longer words. If the page is still not full, it adds products that lack one word.
 *
 * @param text - The search text, which may be empty if there is a filter.
 * @throws {@link RegistryError} `validation_failed`; `offset_too_large`; `invalid_cursor`
 */
export async function searchProducts<Fields extends ProductFields>(
  context: RegistryContext,
  text: string,
  options: SearchOptions & FieldsOption<Fields> = {},
): Promise<SearchResult<FoundWith<Fields>>> {
  const { limit = DEFAULT_LIMIT, offset = 0, cursor } = options
  const read = productReader(context, options.fields)
  const filters = checkFilters(options)
  checkArguments(text, filters, options)
  const facets = checkFacets(options.facets)
  const question: ParsedSearch = {
    words: searchWords(text, context.gazetteer),
    filters: filterGroups(filters, context.gazetteer),
    near: filters.near === undefined ? undefined : searchCircle(filters.near),
    isCurrentVersion: context.active.indexVersion === context.active.rules.version,
    facets: facets.length === 0 ? undefined : await FacetTerms.of(facets, context.ledger),
  }
  if (question.words === undefined && text.trim() !== '')
    return { total: 0, exact: true, products: [], ...(question.facets && { facets: question.facets.none }) }
  if (question.words === undefined && question.filters.length === 0) {
    throw validationError('A search needs a text or a filter.')
  }
  const { staged, answer } =
    cursor === undefined
      ? await firstPage(context, question, offset, limit)
      : await pageAfter(context, question, cursor, limit)
  const products = await read(answer.productIds)
  return {
    total: answer.total,
    exact: answer.exact,
    products: products.filter((product) => product !== undefined).map((product) => withDistance(product, question)),
    ...(answer.counts &&
      question.facets && { facets: question.facets.read(answer.counts, isComplete(question, staged)) }),
    ...(answer.next === undefined
      ? {}
      : { next: writeCursor({ ...staged, after: answer.next }, identityOf(question, staged)) }),
  }
}

/** Reports whether the same query with one more filter uses no other words. */
function isComplete({ words }: ParsedSearch, { stage }: StagedSearch): boolean {
  return words === undefined || stage === LAST_STAGE
}

/** Widens the query stage by stage until the result fills a page. */
async function firstPage(
  { index }: RegistryContext,
  question: ParsedSearch,
  offset: number,
  limit: number,
): Promise<{ staged: StagedSearch; answer: SearchAnswer }> {
  let lists: ExpandedLists = []
  let tiers = 0
  let answer: SearchAnswer | undefined
  let staged: StagedSearch | undefined
  for (const stage of SEARCH_STAGES) {
    if (stage === 'expanded' && question.words !== undefined)
      lists = await expandWords(index, expansionRequests(question.words))
    staged = searchAtStage(question, stage, lists, staged)
    // The stage adds no tiers if it expanded nothing, or if there is only one word, which cannot be missing. In these
    // cases, everything is already found.
    const bringsMore = stage === 'expanded' ? lists.some((words) => words.length > 0) : staged.tiers.length > tiers
    tiers = staged.tiers.length
    if (answer === undefined || bringsMore) answer = await index.search({ ...queryOf(question, staged), offset, limit })
    if (question.words === undefined || answer.total >= limit || stage === LAST_STAGE) return { staged, answer }
  }
  throw new Error('A search has a last stage.')
}

async function pageAfter(
  { index }: RegistryContext,
  question: ParsedSearch,
  text: string,
  limit: number,
): Promise<{ staged: StagedSearch; answer: SearchAnswer }> {
  const cursor: SearchCursor = readCursor(text, (stage, lists) =>
    identityOf(question, searchAtStage(question, stage, lists)),
  )
  const staged = searchAtStage(question, cursor.stage, cursor.lists)
  return { staged, answer: await index.search({ ...queryOf(question, staged), after: cursor.after, offset: 0, limit }) }
}

/**
 * Runs the query at one stage.
 *
 * @param before - The query at the previous stage. The index gets it because an index may cache its tiers.
 */
function searchAtStage(
  { words, near }: ParsedSearch,
  stage: SearchStage,
  lists: ExpandedLists,
  before?: StagedSearch,
): StagedSearch {
  if (words === undefined) return { stage, lists, tiers: before?.tiers ?? [{ groups: [] }] }
  if (stage === 'exact') {
    // Distance determines the order. Only products that lack a word come after all others.
    return { stage, lists, tiers: near === undefined ? exactTiers(words) : [widestTier(words, NO_EXPANSION)] }
  }
  const expanded = before?.expanded ?? new ExpandedWords(expansionRequests(words), lists, 'typos')
  if (near !== undefined) {
    const last = stage === LAST_STAGE ? lastTier(words, expanded) : undefined
    const all = widestTier(words, expanded)
    return { stage, lists, tiers: last === undefined ? [all] : [all, last], expanded }
  }
  const tiers = [...(before?.tiers ?? exactTiers(words))]
  if (stage === 'expanded' || before === undefined) {
    const completions = new ExpandedWords(expansionRequests(words), lists, 'prefix')
    tiers.push(...expandedTiers(words, completions), ...expandedTiers(words, expanded))
  }
  if (stage === LAST_STAGE) tiers.push(...lastTiers(words, NO_EXPANSION), ...lastTiers(words, expanded))
  return { stage, lists, tiers, expanded }
}

function queryOf(
  { words, filters, near, facets, isCurrentVersion }: ParsedSearch,
  { stage, tiers }: StagedSearch,
): Omit<SearchQuery, 'offset' | 'limit'> {
  return {
    tiers,
    filters,
    ...(words !== undefined && near === undefined && isCurrentVersion
      ? { widestTiers: countWidestTiers(words, stage === LAST_STAGE) }
      : {}),
    ...defined({ near }),
    ...(facets === undefined ? {} : { counted: facets.terms }),
  }
}

function identityOf({ filters, near }: ParsedSearch, { tiers }: StagedSearch): string {
  return searchIdentity(tiers, filters, near)
}

function withDistance<Shown extends Pick<ProductSummary, 'location'>>(
  product: Shown,
  { near }: ParsedSearch,
): Shown & Found {
  const { coordinates } = product.location
  if (near === undefined || coordinates === undefined) return product
  return { ...product, distanceMeters: groundMeters(squaredDistance(near.center, earthPoint(coordinates))) }
}

function checkArguments(text: string, { city, destination }: SearchFilters, options: SearchOptions): void {
  const { limit = DEFAULT_LIMIT, offset = 0, cursor } = options
  if (typeof text !== 'string')
    throw validationError('The search text must be a string; it may be empty when a filter is given.')
  checkPage(limit, offset)
  checkText(cursor, 'cursor')
  for (const [name, value] of Object.entries({ 'search text': text, city, destination })) {
    if (value === undefined || !hasMoreCharacters(value, LIMITS.searchTextCharacters)) continue
    throw validationError(
      `The ${name} has ${[...value].length} characters; the maximum is ${LIMITS.searchTextCharacters}.`,
    )
  }
  if (cursor !== undefined && options.offset !== undefined) {
    throw validationError('cursor and offset exclude each other: a cursor already has a position.')
  }
}

function checkPage(limit: number, offset: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.searchPageSize) {
    throw validationError(`limit must be an integer of 1 to ${LIMITS.searchPageSize}; this is ${describe(limit)}.`)
  }
  if (!Number.isInteger(offset) || offset < 0)
    throw validationError(`offset must be an integer of 0 or more; this is ${describe(offset)}.`)
  if (offset + limit > LIMITS.searchOffset) {
    throw new RegistryError(
      'offset_too_large',
      `offset + limit is ${offset + limit}; paging by offset ends at ${LIMITS.searchOffset}: page on by cursor, or narrow the search.`,
    )
  }
}
