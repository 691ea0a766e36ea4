/** What a search asks for; empty texts ask for nothing. */
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

/** As they stand in the address. */
export function filtersOf(query: URLSearchParams): Filters {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as Filters
}

/** Whether there is anything to search for: `verified` alone is no question. */
export function isAsking({ verified: _, ...filters }: Filters): boolean {
  return Object.values(filters).some((value) => value.trim() !== '')
}
