import type { Queries } from '@utpid/client'

/** Filters of the request log. An empty text means no filter. */
export interface LogFilters {
  readonly method: string
  readonly status: string
  readonly route: string
  readonly code: string
  readonly key: string
  /** Start date of the filter. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: LogFilters = { method: '', status: '', route: '', code: '', key: '', from: '', to: '' }

/** Converts filters to an API query. The dates cover whole days (UTC). */
export function logQuery({ from, to, ...texts }: LogFilters): Queries['logs'] {
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  return {
    ...Object.fromEntries(given),
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === '' ? {} : { to: `${to}T23:59:59Z` }),
  }
}
