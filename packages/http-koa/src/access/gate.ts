import type { Caller } from '@utpid/service'
import type { Route } from '../route/route.ts'

/** Who a request comes from, and whether it may pass. The app asks in this order; each may refuse by throwing. */
export interface Gate {
  /** By what the request carries: a key, a cookie. Refuses what opens nothing. */
  identify(call: IncomingCall): Promise<Visitor>
}

/** What a gate sees of a request. */
export interface IncomingCall {
  readonly method: string
  readonly ip: string
  readonly query: URLSearchParams
  /** Where the service is reached from outside, if that is known. */
  readonly baseUrl: string | undefined
  header(name: string): string | undefined
}

/** Who asks, once the gate let the request in. */
export interface Visitor {
  /** Kept with decisions. */
  readonly by: string
  /** Absent: nobody that is known. */
  readonly caller?: Caller
  /**
   * Account and plan, burst, sustained limit, scope, quota: refuses what may not pass now.
   *
   * @param route - Undefined for a path that leads nowhere, which is told only to who may ask anything.
   */
  admit(route: Route | undefined): Promise<Admission>
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
