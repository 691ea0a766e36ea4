/** The seven measured endpoints of a registry. */
export const ENDPOINTS = ['search', 'product', 'match', 'batch-map', 'duplicates', 'verify', 'stats'] as const

/** A measured endpoint. Only the bench of feeds draws requests to `confirm`. */
export type Endpoint = (typeof ENDPOINTS)[number] | 'confirm'

/** A request without its API key. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** JSON. */
  readonly body?: string
}

/** Requests of each endpoint, in random order. After the last request, a client starts again with the first. */
export type BenchRequests = Readonly<Record<(typeof ENDPOINTS)[number], readonly BenchRequest[]>> & {
  readonly confirm?: readonly BenchRequest[]
}

/** Number of requests to each endpoint among 100. */
export type Shares = Readonly<Partial<Record<Endpoint, number>>>

/** The usual mix of requests to a registry. */
export const MIX: Shares = { search: 50, product: 30, match: 20 }
