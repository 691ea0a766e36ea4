import { fold } from '@utpid/core/scoring'
import MiniSearch from 'minisearch'
import type { SearchDocument } from '../inputs/search-document.ts'
import { PAGE, type SearchEngine } from './search-engine.ts'

/**
 * Opens MiniSearch, configured as its documentation advises: prefix search for the last word, fuzzy search for longer
 * words, and names boosted.
 */
export function openMinisearch(): SearchEngine {
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
      return { ids: found.slice(0, PAGE).map(({ id }) => id as string), total: found.length }
    },
  }
}
