import type { Caller } from '@utpid/service'
import type { KeyRefusal, RequestClaim } from '@utpid/service/internal'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { RequestSlot } from '../overload/concurrency-limit.ts'
import type { Route } from '../route/route.ts'
import type { Grant, Principal } from './access-control.ts'

/** The context of one request, collected while the request is handled. */
export interface RequestContext {
  readonly ip: string
  readonly slot: RequestSlot
  principal?: Principal
  route?: Route
  grant?: Grant
  code?: string
  /** The reason why the API key of the request was refused, and the ids of the key if the key exists. */
  refusal?: KeyRefusal
  work?: RequestClaim
  /** The promise of the handler. The handler continues after an early response (`deadline_exceeded`). */
  handling?: Promise<unknown>
}

/** The route name for an unknown path. */
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
