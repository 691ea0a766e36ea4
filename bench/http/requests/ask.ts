/** The seven endpoints of a registry, as they are measured. */
export const ENDPOINTS = ['search', 'product', 'match', 'batch-map', 'duplicates', 'verify', 'stats'] as const

export type Endpoint = (typeof ENDPOINTS)[number]

/** A request without its key. */
export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** JSON. */
  readonly body?: string
}

/** What is asked of each endpoint, in random order; who has asked all of it begins again. */
export type Asks = Readonly<Record<Endpoint, readonly Ask[]>>

/** How many of 100 requests go to which endpoint. */
export type Shares = Readonly<Partial<Record<Endpoint, number>>>

/** What a service of a registry is asked above all. */
export const MIX: Shares = { search: 50, product: 30, match: 20 }
