import type { Route } from './route/route.ts'

/** Who a request comes from, and whether it may pass. The app asks in this order; each may refuse by throwing. */
export interface Gate {
  /** By what the request carries: a key, a cookie. Refuses what opens nothing. */
  identify(request: IncomingCall): Promise<Visitor>
}

export interface IncomingCall {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly ip: string
  header(name: string): string | undefined
}

export interface Visitor {
  /** Kept with decisions. */
  readonly by: string
  /** Account and plan, burst, sustained limit, scope, quota: refuses what may not pass now. */
  admit(route: Route): Promise<Admission>
}

/** A request that may pass. */
export interface Admission {
  /** Headers of limits and quota. */
  readonly headers: Readonly<Record<string, string>>
  /** Gives back what a request that failed is not to cost. */
  finish(status: number): void
}

/** Lets everybody do everything: for a registry whose service is reached by nobody else. */
export const OPEN_GATE: Gate = {
  identify: async () => ({
    by: 'anonymous',
    admit: async () => ({ headers: {}, finish: () => undefined }),
  }),
}
