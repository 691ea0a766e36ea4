import type { Caller } from '@utpid/service'
import type { IdempotentWork, KeyRefusal } from '@utpid/service/internal'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { LoadSlot } from '../overload/load-limit.ts'
import type { Route } from '../route/route.ts'
import type { Admission, Visitor } from './gate.ts'

/** Context of one request, collected while it is handled. */
export interface Passage {
  readonly ip: string
  readonly slot: LoadSlot
  visitor?: Visitor
  route?: Route
  admission?: Admission
  code?: string
  /** Set for a known key that is no longer valid. */
  refusal?: KeyRefusal
  work?: IdempotentWork
  /** The handler's work, which continues after an early answer (`deadline_exceeded`). */
  handling?: Promise<unknown>
}

/** Replaces the route path for unknown paths. */
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
