import type { Caller } from '@utpid/service'
import type { KeyRefusal, RequestClaim } from '@utpid/service/internal'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { RequestSlot } from '../overload/concurrency-limit.ts'
import type { Route } from '../route/route.ts'
import type { Grant, Principal } from './access-control.ts'

/** Context of one request, collected while it is handled. */
export interface RequestContext {
  readonly ip: string
  readonly slot: RequestSlot
  principal?: Principal
  route?: Route
  grant?: Grant
  code?: string
  /** Why the request's key is no longer valid. Set only for a known key. */
  refusal?: KeyRefusal
  work?: RequestClaim
  /** The handler's work, which continues after an early answer (`deadline_exceeded`). */
  handling?: Promise<unknown>
}

/** Stands for the route of an unknown path. */
export const NO_ROUTE = '(none)'

/** Returns the ids of the caller. */
export function callerIds(caller: Caller | undefined): Pick<FinishedRequest, 'accountId' | 'keyId' | 'memberId'> {
  if (caller === undefined) return {}
  const { account, key, member } = caller
  return {
    accountId: account.id,
    ...(key === undefined ? {} : { keyId: key.id }),
    ...(member === undefined ? {} : { memberId: member.id }),
  }
}
