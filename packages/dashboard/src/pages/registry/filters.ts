/** Filters of a search. An empty text means no filter. */
export interface Filters {
  readonly q: string
  readonly type: string
  readonly country: string
  readonly supplier: string
  readonly city: string
  readonly destination: string
  readonly verified: string
}

const NAMES = ['q', 'type', 'country', 'supplier', 'city', 'destination', 'verified'] as const

/** Reads the filters from the URL. */
export function filtersOf(query: URLSearchParams): Filters {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as Filters
}

/** Whether there is a search text or a filter. The filter `verified` alone does not start a search. */
export function isAsking({ verified: _, ...filters }: Filters): boolean {
  return Object.values(filters).some((value) => value.trim() !== '')
}
