import type { Caller } from '@utpid/service'
import type { Route } from '../route/route.ts'

/** Access control: identifies the sender of a request, then admits or refuses it by throwing. */
export interface AccessControl {
  /** Identifies the principal by API key or session cookie. Rejects invalid credentials. */
  identify(call: IncomingRequest): Promise<Principal>
}

/** The parts of a request that access control reads. */
export interface IncomingRequest {
  readonly method: string
  readonly ip: string
  readonly query: URLSearchParams
  /** Public URL of the service, if known. */
  readonly baseUrl: string | undefined
  header(name: string): string | undefined
}

/** The principal: the identified sender of a request. */
export interface Principal {
  /** Stored with curator decisions. */
  readonly actor: string
  /** Absent for an anonymous principal. */
  readonly caller?: Caller
  /**
   * Checks account, plan, burst limit, sustained limit, scope and quota. Throws if one of them refuses the request.
   *
   * @param route - Undefined for an unknown path. Only principals with access learn that a path is unknown.
   */
  admit(route: Route | undefined): Promise<Grant>
}

/** The permission for one request. */
export interface Grant {
  /** Headers of limits and quota. */
  readonly headers: Readonly<Record<string, string>>
  /** Refunds the quota of a failed request. */
  finish(status: number): void
}

/** Allows every request. For a registry whose service only trusted clients can reach. */
export const OPEN_ACCESS: AccessControl = {
  identify: async () => ({
    actor: 'anonymous',
    admit: async () => ({ headers: {}, finish: () => undefined }),
  }),
}
