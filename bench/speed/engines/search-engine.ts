import type { SearchDocument } from '../inputs/search-document.ts'

/** An in-process search engine, configured as its documentation advises for such documents. */
export interface SearchEngine {
  add(document: SearchDocument): void | Promise<void>
  /** Returns the first 20 products with their displayed fields. */
  search(text: string, country?: string): FoundDocuments | Promise<FoundDocuments>
}

export interface FoundDocuments {
  readonly ids: readonly string[]
  /** Number of all products found; undefined for an engine that does not count them. */
  readonly total?: number | undefined
}

export const PAGE = 20
