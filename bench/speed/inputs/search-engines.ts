import { create, insert, search } from '@orama/orama'
import { fold } from '@utpid/core/scoring'
import { Index } from 'flexsearch'
import MiniSearch from 'minisearch'
import type { SearchDocument } from './search-document.ts'

/** An in-process search engine, configured as its documentation advises for such documents. It gets folded text. */
export interface SearchEngine {
  add(document: SearchDocument): void | Promise<void>
  /** Returns the ids of the first 20 products. The displayed fields of the products are at hand. */
  search(text: string, country?: string): readonly string[] | Promise<readonly string[]>
}

export const PAGE = 20
export const BASELINES = ['flexsearch', 'minisearch', 'orama'] as const

export type Baseline = (typeof BASELINES)[number]

export function openBaseline(name: Baseline): SearchEngine {
  return { flexsearch: openFlexsearch, minisearch: openMinisearch, orama: openOrama }[name]()
}

/** Finds documents with all words or prefixes. Supports no typos, no totals, and no filter together with a text. */
function openFlexsearch(): SearchEngine {
  const encode = (text: string): string[] => text.split(' ')
  const index = new Index({ tokenize: 'forward', encode, fastupdate: false, resolution: 9 })
  const documents: SearchDocument[] = []
  return {
    add: (document) => {
      const { name, names, city, country, category } = document
      index.add(documents.length, fold(`${name} ${names} ${city} ${country} ${category}`))
      documents.push(document)
    },
    search: (text) => {
      const found = index.search(fold(text), { limit: PAGE }) as number[]
      return found.map((at) => (documents[at] as SearchDocument).id)
    },
  }
}

/** Searches prefixes of the last word, and longer words fuzzily. Names are boosted. */
function openMinisearch(): SearchEngine {
  const index = new MiniSearch<SearchDocument>({
    fields: ['name', 'names', 'city', 'category'],
    storeFields: ['name', 'city', 'country', 'category'],
    tokenize: (text) => fold(text).split(' '),
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: {
      boost: { name: 2 },
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      prefix: (_, at, terms) => at === terms.length - 1,
    },
  })
  return {
    add: (document) => index.add(document),
    search: (text, country) => {
      const found = index.search(text, country === undefined ? {} : { filter: (each) => each.country === country })
      return found.slice(0, PAGE).map(({ id }) => id as string)
    },
  }
}

/** Allows one typo in any word. Names are boosted. */
function openOrama(): SearchEngine {
  const tokenize = (text: string): string[] => [...new Set(text.split(' ').filter(Boolean))]
  const database = create({
    schema: { name: 'string', names: 'string', city: 'string', category: 'string', country: 'enum' },
    // Orama itself folds only Latin letters.
    components: { tokenizer: { language: 'english', normalizationCache: new Map(), tokenize } },
  })
  return {
    add: async ({ id, name, names, city, category, country }) => {
      await insert(database, { id, name: fold(name), names: fold(names), city: fold(city), category, country })
    },
    search: async (text, country) => {
      const { hits } = await search(database, {
        term: fold(text),
        limit: PAGE,
        tolerance: 1,
        boost: { name: 2 },
        ...(country === undefined ? {} : { where: { country: { eq: country } } }),
      })
      return hits.map(({ id }) => id)
    },
  }
}
