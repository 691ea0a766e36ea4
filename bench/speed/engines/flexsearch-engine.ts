import { fold } from '@utpid/core/scoring'
import { Index } from 'flexsearch'
import type { SearchDocument } from '../inputs/search-document.ts'
import { PAGE, type SearchEngine } from './search-engine.ts'

/**
 * Opens FlexSearch. It finds documents with all words or prefixes. It supports no typos, no totals, and no filter
 * together with a text.
 */
export function openFlexsearch(): SearchEngine {
  const index = new Index({
    tokenize: 'forward',
    encode: (text: string) => text.split(' '),
    fastupdate: false,
    resolution: 9,
  })
  const documents: SearchDocument[] = []
  return {
    add: (document) => {
      const { name, names, city, country, category } = document
      index.add(documents.length, fold(`${name} ${names} ${city} ${country} ${category}`))
      documents.push(document)
    },
    search: (text) => {
      const found = index.search(fold(text), { limit: PAGE }) as number[]
      return { ids: found.map((at) => (documents[at] as SearchDocument).id) }
    },
  }
}
