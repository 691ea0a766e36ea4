import { UNKNOWN_COUNTRY } from '../../geo/unknown-country.ts'
import { COUNTRY_CODES } from '../../ingest/parse-country.ts'
import { CATEGORIES } from '../../model/category.ts'
import { LIMITS } from '../../model/limits.ts'
import { validationError } from '../../model/validation-error.ts'
import type { Ledger } from '../../storage/ledger.ts'
import type { TermCounts } from '../../storage/search-query.ts'
import { compareText } from '../../text/text-order.ts'
import { describe } from '../context/check-arguments.ts'

/** The facets of a search. */
export const SEARCH_FACETS = ['category', 'country'] as const

/** The name of a facet of a search. */
export type SearchFacet = (typeof SEARCH_FACETS)[number]

/**
 * For each facet value of the found products, the number of products that remain if the value becomes a further filter.
 */
export interface SearchFacets extends Readonly<Partial<Record<SearchFacet, readonly FacetCount[]>>> {
  /**
   * False if counts are lower bounds and values may be missing. There are two causes. Either the search finds very many
   * products, or a text search fills its page. With one more filter, the text search may not fill its page, and then
   * uses more words.
   */
  readonly exact: boolean
}

/** The number of products with one value of a facet. */
export interface FacetCount {
  /**
   * The value as displayed and as the filter accepts it. A category is a slug. A country is an alpha-2 code, or `ZZ` if
   * unknown.
   */
  readonly value: string
  readonly products: number
}

/** A facet value with its term in the index. */
interface FacetTerm {
  readonly facet: SearchFacet
  readonly value: string
  readonly term: string
}

// These terms are computed only once, so that facets cost little time.
const COUNTRY_TERMS: readonly FacetTerm[] = [...COUNTRY_CODES, UNKNOWN_COUNTRY].map((value) =>
  facetTerm('country', value),
)
const CATEGORY_TERMS: readonly FacetTerm[] = CATEGORIES.map(({ slug }) => facetTerm('category', slug))
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES.map(({ slug }) => slug))
const CATEGORY_COUNTER = 'products.category.'

/** The values of some facets, with their terms in the index. */
export class FacetTerms {
  readonly #facets: readonly SearchFacet[]
  readonly #values: readonly FacetTerm[]
  readonly terms: readonly string[]

  private constructor(facets: readonly SearchFacet[], values: readonly FacetTerm[]) {
    this.#facets = facets
    this.#values = values.slice(0, LIMITS.countedTermsPerSearch)
    this.terms = this.#values.map(({ term }) => term)
  }

  /**
   * Returns the terms of some facets. Categories are an open list, so the function reads the categories of all records
   * from the counters.
   */
  static async of(facets: readonly SearchFacet[], ledger: Pick<Ledger, 'counters'>): Promise<FacetTerms> {
    const values: FacetTerm[] = facets.includes('country') ? [...COUNTRY_TERMS] : []
    if (facets.includes('category')) {
      values.push(...CATEGORY_TERMS)
      for (const name of (await ledger.counters()).keys()) {
        if (!name.startsWith(CATEGORY_COUNTER)) continue
        const slug = name.slice(CATEGORY_COUNTER.length)
        if (!KNOWN_CATEGORIES.has(slug)) values.push(facetTerm('category', slug))
      }
    }
    return new FacetTerms(facets, values)
  }

  /**
   * Sorts values by count, highest count first. Equal counts are sorted by code point.
   *
   * @param isComplete - Whether one more filter can find only counted products.
   */
  read({ products, exact }: TermCounts, isComplete: boolean): SearchFacets {
    const counts = this.#values
      .flatMap(({ facet, value }, at) =>
        products[at] === 0 ? [] : [{ facet, value, products: products[at] as number }],
      )
      .sort((a, b) => b.products - a.products || compareText(a.value, b.value))
    const ofFacet = (wanted: SearchFacet): FacetCount[] =>
      counts.filter(({ facet }) => facet === wanted).map(({ value, products: held }) => ({ value, products: held }))
    return { exact: exact && isComplete, ...Object.fromEntries(this.#facets.map((facet) => [facet, ofFacet(facet)])) }
  }

  /** The facets of an empty result. */
  get none(): SearchFacets {
    return this.read({ products: this.terms.map(() => 0), exact: true }, true)
  }
}

function facetTerm(facet: SearchFacet, value: string): FacetTerm {
  return { facet, value, term: `${facet}:${value}` }
}

/**
 * Checks facets.
 *
 * @throws {@link RegistryError} `validation_failed`
 */
export function checkFacets(facets: unknown): SearchFacet[] {
  if (facets === undefined) return []
  const given: unknown[] = Array.isArray(facets) && facets.length <= SEARCH_FACETS.length ? [...facets] : [facets]
  const isFacet = (each: unknown): each is SearchFacet => SEARCH_FACETS.some((facet) => facet === each)
  if (Array.isArray(facets) && given.every(isFacet)) return [...new Set(given)]
  throw validationError(
    `facets must be a list of ${SEARCH_FACETS.join(', ')}; this has ${describe(given.find((each) => !isFacet(each)))}.`,
  )
}
