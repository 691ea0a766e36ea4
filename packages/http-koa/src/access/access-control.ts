import type { Caller } from '@utpid/service'
import type { Route } from '../route/route.ts'

/** Access control: identifies the sender of a request, then admits the request or throws an error. */
export interface AccessControl {
  /** Identifies the principal by API key or session cookie. Rejects invalid credentials. */
  identify(call: IncomingRequest): Promise<Principal>
}

/** The parts of a request that access control reads. */
export interface IncomingRequest {
  readonly method: string
  readonly ip: string
  readonly query: URLSearchParams
  /** Public URL of the service, if configured. */
  readonly baseUrl: string | undefined
  header(name: string): string | undefined
}

/** The principal: the identified sender of a request. */
export interface Principal {
  /** The name that curator decisions store as their author. */
  readonly actor: string
  /** The caller. Absent for an anonymous principal. */
  readonly caller?: Caller
  /**
   * Checks account, plan, burst limit, sustained limit, scope and quota. Throws if one of these checks refuses the
   * request.
   *
   * @param route - Undefined for an unknown path. A request with an unknown path is also checked, so that only
   * principals with access learn that the path is unknown.
   */
  admit(route: Route | undefined): Promise<Grant>
}

/** The permission for one request. */
export interface Grant {
  /** Headers of limits and quota. */
  readonly headers: Readonly<Record<string, string>>
  /** Finishes the request. The quota of a failed request is refunded. */
  finish(status: number): void
}

/** Allows every request. Use it only for a service that no untrusted client can reach. */
export const OPEN_ACCESS: AccessControl = {
  identify: async () => ({
    actor: 'anonymous',
    admit: async () => ({ headers: {}, finish: () => undefined }),
  }),
}
