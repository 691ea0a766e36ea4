import type { Queries } from '@utpid/client'

/** Which requests are shown; empty texts leave out none. */
export interface LogFilters {
  readonly method: string
  readonly status: string
  readonly route: string
  readonly code: string
  readonly key: string
  /** Dates. */
  readonly from: string
  readonly to: string
}

export const NO_FILTERS: LogFilters = { method: '', status: '', route: '', code: '', key: '', from: '', to: '' }

/** As the API is asked: days are whole days. */
export function logQuery({ from, to, ...texts }: LogFilters): Queries['logs'] {
  const given = Object.entries(texts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]]))
  return {
    ...Object.fromEntries(given),
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === '' ? {} : { to: `${to}T23:59:59Z` }),
  }
}
