import type { Account, Member } from '../model/account.ts'
import type { ApiKey, KeyAssignee } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Scope } from '../model/scope.ts'
import type { RowWrite } from '../store/service-store.ts'

/** Who asks: the owner of a key or of a session, as of at most a second ago. */
export interface Caller {
  readonly account: Account
  readonly plan: Plan
  /** The key that was sent, or that the session was opened with. */
  readonly key?: ApiKey
  /** Whom the key is assigned to, or who signed in. */
  readonly member?: Member
  /** What may be done: of the key, the member and the account together. */
  readonly scopes: readonly Scope[]
  /** `registry:write` only for records of these suppliers. Absent: of all. */
  readonly suppliers?: readonly string[]
  /** Of a request with an Idempotency-Key that makes something anew: the change says in its own write that it was made. */
  readonly done?: DoneMark
}

/** Says, in the write of a change, that what a request asked for is done: nobody does it again, whatever dies. */
export interface DoneMark {
  /** The row to write with the change, on the revision it has now. @throws when the request is no longer ours. */
  write(): Promise<RowWrite>
}

/** Who runs the service, at its command line. May do everything in every account. */
export const OPERATOR = 'operator'

/** Who changes something. */
export type Actor = Caller | typeof OPERATOR

/** What keys are "one's own" to a caller: those of the member or of the service that its key is assigned to. */
export function ownAssignee({ key, member }: Caller): KeyAssignee | undefined {
  return member === undefined ? key?.assignee : { kind: 'member', id: member.id }
}
