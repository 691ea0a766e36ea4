/** Filters of the list of decisions. An empty text means no filter. */
export interface DecisionFilters {
  readonly by: string
  readonly kind: string
  /** The first and the last day, in UTC. */
  readonly from: string
  readonly to: string
}

const NAMES = ['by', 'kind', 'from', 'to'] as const

/** Reads the filters from the URL. */
export function decisionFiltersOf(query: URLSearchParams): DecisionFilters {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ''])) as unknown as DecisionFilters
}

/** Returns the filters that are set. */
export function givenFilters(filters: DecisionFilters): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]])))
}
