import type { Account, Member } from '../model/account.ts'
import type { ApiKey, KeyAssignee } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Scope } from '../model/scope.ts'

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
}

/** Who runs the service, at its command line. May do everything in every account. */
export const OPERATOR = 'operator'

/** Who changes something. */
export type Actor = Caller | typeof OPERATOR

/** What keys are "one's own" to a caller: those of the member or of the service that its key is assigned to. */
export function ownAssignee({ key, member }: Caller): KeyAssignee | undefined {
  return member === undefined ? key?.assignee : { kind: 'member', id: member.id }
}
