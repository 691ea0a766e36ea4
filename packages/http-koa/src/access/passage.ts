import type { Caller, IdempotentWork, KeyRefusal } from '@utpid/service'
import type { FinishedRequest } from '../metrics/finished-request.ts'
import type { LoadSlot } from '../overload/load-limit.ts'
import type { Route } from '../route/route.ts'
import type { Admission, Visitor } from './gate.ts'

/** What is known of a request when it is over. */
export interface Passage {
  readonly ip: string
  readonly slot: LoadSlot
  visitor?: Visitor
  route?: Route
  admission?: Admission
  code?: string
  /** Of a key that is known and does not open anything any more. */
  refusal?: KeyRefusal
  work?: IdempotentWork
  /** Goes on behind the answer when that had to be given before. */
  handling?: Promise<unknown>
}

/** Instead of the path of a route, where there is none. */
export const NO_ROUTE = '(none)'

/** Who asked, by ids. */
export function callerIds(caller: Caller | undefined): Pick<FinishedRequest, 'accountId' | 'keyId' | 'memberId'> {
  if (caller === undefined) return {}
  const { account, key, member } = caller
  return {
    accountId: account.id,
    ...(key === undefined ? {} : { keyId: key.id }),
    ...(member === undefined ? {} : { memberId: member.id }),
  }
}
