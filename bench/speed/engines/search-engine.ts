import type { SearchDocument } from '../inputs/search-document.ts'

/** A search engine in this process, set up as its documentation advises for such documents. */
export interface SearchEngine {
  add(document: SearchDocument): void | Promise<void>
  /** The first 20 products with what is shown of them. */
  search(text: string, country?: string): FoundDocuments | Promise<FoundDocuments>
}

export interface FoundDocuments {
  readonly ids: readonly string[]
  /** How many there are in all; undefined of an engine that does not count. */
  readonly total?: number | undefined
}

export const PAGE = 20
