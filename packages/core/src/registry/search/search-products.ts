import { earthPoint, groundMeters, squaredDistance } from '../../geo/earth-point.ts'
import { LIMITS } from '../../model/limits.ts'
import type { Product } from '../../model/product.ts'
import { RegistryError } from '../../model/registry-error.ts'
import type { ProductId } from '../../model/utpid.ts'
import type { SearchAnswer, SearchCircle, SearchQuery, TermCondition } from '../../storage/search-query.ts'
import { hasMoreCharacters } from '../../text/count-characters.ts'
import { checkText, describe } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type ListedProduct, listProducts } from '../read/list-products.ts'
import { readProducts } from '../read/read-products.ts'
import { readCursor, SEARCH_STAGES, type SearchCursor, type SearchStage, writeCursor } from './search-cursor.ts'
import {
  type ExpandedLists,
  ExpandedWords,
  expandWords,
  expansionRequests,
  NOTHING_EXPANDED,
} from './search-expansion.ts'
import { checkFacets, FacetTerms, type SearchFacet, type SearchFacets } from './search-facets.ts'
import { checkFilters, filterGroups, type SearchFilters, searchCircle } from './search-filters.ts'
import { searchIdentity } from './search-identity.ts'
import { exactTiers, expandedTiers, lastThatFindAll, lastTier, lastTiers, widestTier } from './search-tiers.ts'
import { type SearchWords, searchWords } from './search-words.ts'

/** Filters, page and form of a search. */
export interface SearchOptions extends SearchFilters {
  /** 1 to `LIMITS.searchPageSize`; 20 unless given. */
  readonly limit?: number
  /** 0 unless given; `offset + limit` at most `LIMITS.searchOffset`. */
  readonly offset?: number
  /**
   * The `next` of the page before, instead of an offset: a product that is not touched while one
   * pages comes exactly once, whatever else is written.
   */
  readonly cursor?: string
  /** What to count all products found by; nothing unless given. */
  readonly facets?: readonly SearchFacet[]
}

/** A page of what a search found. */
export interface SearchResult extends FoundPage<FoundProduct> {}

/** A search with of each product only what a list shows. */
export interface ListResult extends FoundPage<FoundListed> {}

interface FoundPage<Found> {
  /** All products found. */
  readonly total: number
  /** False when `total` is only a lower bound. */
  readonly exact: boolean
  readonly products: readonly Found[]
  /** Of a search with `facets`. */
  readonly facets?: SearchFacets
  /** The cursor of the next page; absent on the last one. */
  readonly next?: string
}

interface Found {
  /** Of a search `near` a point: whole metres from it along the ground. */
  readonly distanceMeters?: number
}

/** A product that a search found. */
export interface FoundProduct extends Product, Found {}

/** A product that a search found, with what a list shows of it. */
export interface FoundListed extends ListedProduct, Found {}

const DEFAULT_LIMIT = 20
const LAST_STAGE: SearchStage = 'last'

/** What is searched, apart from the page. */
interface Question {
  readonly words: SearchWords | undefined
  readonly filters: SearchQuery['filters']
  readonly near: SearchCircle | undefined
  readonly facets: FacetTerms | undefined
  /** Whether products are found by what this version says of them: then the last tiers find all that others find. */
  readonly isOfVersion: boolean
}

/** A question taken to a stage. */
interface Asked {
  readonly stage: SearchStage
  readonly lists: ExpandedLists
  readonly tiers: readonly TermCondition[]
  /** By beginnings and by misspelt words; absent at the stage of exact words. */
  readonly expanded?: ExpandedWords
}

/**
 * Finds products by name, city, destination, supplier or category. Order is total and the same
 * on every storage: tier, static rank (with `near`: distance), UTPID.
 *
 * What the words of the text find as they are comes first. Only when that is less than a page,
 * the last word is also taken as the beginning of others and longer words as misspelt; when that
 * is still less than a page, what misses one word is added.
 *
 * @param text - May be empty when a filter is given.
 * @throws {@link RegistryError} `validation_failed`; `offset_too_large`; `invalid_cursor`
 */
export function searchProducts(
  context: RegistryContext,
  text: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  return searched(context, text, options, (ids) => readProducts(context, ids))
}

/** As {@link searchProducts}, with of each product only what a list shows. */
export function searchListed(context: RegistryContext, text: string, options: SearchOptions = {}): Promise<ListResult> {
  return searched(context, text, options, (ids) => listProducts(context, ids))
}

/** @param read - Reads products, in the order of their ids. */
async function searched<Shown extends Pick<ListedProduct, 'location'>>(
  context: RegistryContext,
  text: string,
  options: SearchOptions,
  read: (ids: readonly ProductId[]) => Promise<readonly (Shown | undefined)[]>,
): Promise<FoundPage<Shown & Found>> {
  const { limit = DEFAULT_LIMIT, offset = 0, cursor } = options
  const filters = checkFilters(options)
  checkArguments(text, filters, options)
  const facets = checkFacets(options.facets)
  const question: Question = {
    words: searchWords(text, context.gazetteer),
    filters: filterGroups(filters, context.gazetteer),
    near: filters.near === undefined ? undefined : searchCircle(filters.near),
    isOfVersion: context.served.indexVersion === context.served.rules.version,
    facets: facets.length === 0 ? undefined : await FacetTerms.of(facets, context.ledger),
  }
  if (question.words === undefined && text.trim() !== '')
    return { total: 0, exact: true, products: [], ...(question.facets && { facets: question.facets.none }) }
  if (question.words === undefined && question.filters.length === 0) {
    throw new RegistryError('validation_failed', 'A search needs a text or a filter.')
  }
  const { asked, answer } =
    cursor === undefined
      ? await firstPage(context, question, offset, limit)
      : await pageAfter(context, question, cursor, limit)
  const products = await read(answer.productIds)
  return {
    total: answer.total,
    exact: answer.exact,
    products: products.filter((product) => product !== undefined).map((product) => withDistance(product, question)),
    ...(answer.counts && question.facets && { facets: question.facets.read(answer.counts, isWhole(question, asked)) }),
    ...(answer.next === undefined
      ? {}
      : { next: writeCursor({ ...asked, after: answer.next }, identityOf(question, asked)) }),
  }
}

/** Whether the same question with a further filter finds nothing by words that this one was not asked by. */
function isWhole({ words }: Question, { stage }: Asked): boolean {
  return words === undefined || stage === LAST_STAGE
}

/** Takes the question as far as it needs to fill a page. */
async function firstPage(
  { index }: RegistryContext,
  question: Question,
  offset: number,
  limit: number,
): Promise<{ asked: Asked; answer: SearchAnswer }> {
  let lists: ExpandedLists = []
  let tiers = 0
  let answer: SearchAnswer | undefined
  let asked: Asked | undefined
  for (const stage of SEARCH_STAGES) {
    if (stage === 'expanded' && question.words !== undefined)
      lists = await expandWords(index, expansionRequests(question.words))
    asked = askedAt(question, stage, lists, asked)
    // Nothing was expanded; or there is only one word, which cannot be missed. Then all is found already.
    const bringsMore = stage === 'expanded' ? lists.some((words) => words.length > 0) : asked.tiers.length > tiers
    tiers = asked.tiers.length
    if (answer === undefined || bringsMore) answer = await index.search({ ...queryOf(question, asked), offset, limit })
    if (question.words === undefined || answer.total >= limit || stage === LAST_STAGE) return { asked, answer }
  }
  throw new Error('A search has a last stage.')
}

async function pageAfter(
  { index }: RegistryContext,
  question: Question,
  text: string,
  limit: number,
): Promise<{ asked: Asked; answer: SearchAnswer }> {
  const cursor: SearchCursor = readCursor(text, (stage, lists) => identityOf(question, askedAt(question, stage, lists)))
  const asked = askedAt(question, cursor.stage, cursor.lists)
  return { asked, answer: await index.search({ ...queryOf(question, asked), after: cursor.after, offset: 0, limit }) }
}

/** @param before - The question at the stage before: an index may remember its tiers. */
function askedAt({ words, near }: Question, stage: SearchStage, lists: ExpandedLists, before?: Asked): Asked {
  if (words === undefined) return { stage, lists, tiers: before?.tiers ?? [{ groups: [] }] }
  if (stage === 'exact') {
    // Distance gives the order; only what misses a word comes after the rest.
    return { stage, lists, tiers: near === undefined ? exactTiers(words) : [widestTier(words, NOTHING_EXPANDED)] }
  }
  const expanded = before?.expanded ?? new ExpandedWords(expansionRequests(words), lists, 'typos')
  if (near !== undefined) {
    const last = stage === LAST_STAGE ? lastTier(words, expanded) : undefined
    const all = widestTier(words, expanded)
    return { stage, lists, tiers: last === undefined ? [all] : [all, last], expanded }
  }
  const tiers = [...(before?.tiers ?? exactTiers(words))]
  if (stage === 'expanded' || before === undefined) {
    const begun = new ExpandedWords(expansionRequests(words), lists, 'prefix')
    tiers.push(...expandedTiers(words, begun), ...expandedTiers(words, expanded))
  }
  if (stage === LAST_STAGE) tiers.push(...lastTiers(words, NOTHING_EXPANDED), ...lastTiers(words, expanded))
  return { stage, lists, tiers, expanded }
}

function queryOf(
  { words, filters, near, facets, isOfVersion }: Question,
  { stage, tiers }: Asked,
): Omit<SearchQuery, 'offset' | 'limit'> {
  return {
    tiers,
    filters,
    ...(words !== undefined && near === undefined && isOfVersion
      ? { lastFindAll: lastThatFindAll(words, stage === LAST_STAGE) }
      : {}),
    ...(near === undefined ? {} : { near }),
    ...(facets === undefined ? {} : { counted: facets.terms }),
  }
}

function identityOf({ filters, near }: Question, { tiers }: Asked): string {
  return searchIdentity(tiers, filters, near)
}

function withDistance<Shown extends Pick<ListedProduct, 'location'>>(
  product: Shown,
  { near }: Question,
): Shown & Found {
  const { coordinates } = product.location
  if (near === undefined || coordinates === undefined) return product
  return { ...product, distanceMeters: groundMeters(squaredDistance(near.center, earthPoint(coordinates))) }
}

function checkArguments(text: string, { city, destination }: SearchFilters, options: SearchOptions): void {
  const { limit = DEFAULT_LIMIT, offset = 0, cursor } = options
  if (typeof text !== 'string')
    throw new RegistryError(
      'validation_failed',
      'The search text must be a string; it may be empty when a filter is given.',
    )
  checkPage(limit, offset)
  checkText(cursor, 'cursor')
  for (const [name, value] of Object.entries({ 'search text': text, city, destination })) {
    if (value === undefined || !hasMoreCharacters(value, LIMITS.searchTextCharacters)) continue
    throw new RegistryError(
      'validation_failed',
      `The ${name} has ${[...value].length} characters; at most ${LIMITS.searchTextCharacters} are searched.`,
    )
  }
  if (cursor !== undefined && options.offset !== undefined) {
    throw new RegistryError(
      'validation_failed',
      'cursor and offset exclude each other: a cursor already says where to go on.',
    )
  }
}

function checkPage(limit: number, offset: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMITS.searchPageSize) {
    throw new RegistryError(
      'validation_failed',
      `limit must be an integer of 1 to ${LIMITS.searchPageSize}; this is ${describe(limit)}.`,
    )
  }
  if (!Number.isInteger(offset) || offset < 0)
    throw new RegistryError('validation_failed', `offset must be an integer of 0 or more; this is ${describe(offset)}.`)
  if (offset + limit > LIMITS.searchOffset) {
    throw new RegistryError(
      'offset_too_large',
      `offset + limit is ${offset + limit}; paging by offset ends at ${LIMITS.searchOffset}: page on by cursor, or narrow the search.`,
    )
  }
}
