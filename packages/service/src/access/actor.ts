import type { Account, Member } from '../model/account.ts'
import type { ApiKey, KeyAssignee } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Scope } from '../model/scope.ts'
import type { RowWrite } from '../store/service-store.ts'

/** The caller of a request: the owner of a key or a session. Its state is at most one second old. */
export interface Caller {
  readonly account: Account
  readonly plan: Plan
  /** The key of the request, or the key that opened the session. */
  readonly key?: ApiKey
  /** The member to which the key is assigned, or the member who signed in. */
  readonly member?: Member
  /** The scopes that the key, the member and the account have in common. */
  readonly scopes: readonly Scope[]
  /** `registry:write` applies to records of these suppliers only. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  /**
   * Set for a request with an Idempotency-Key that creates an object. The transaction of the change also writes the
   * mark.
   */
  readonly completion?: CompletionMark
}

/** Marks a request as done in the transaction of its change, so that no process repeats it after a crash. */
export interface CompletionMark {
  /**
   * Returns the row that the change must also write, with its current revision.
   *
   * @throws if this request has lost its claim.
   */
  write(): Promise<RowWrite>
}

/** The person who runs the service at its command line. Has all permissions in every account. */
export const OPERATOR = 'operator'

/** The author of a change. */
export type Actor = Caller | typeof OPERATOR

/** Returns the member or service whose keys count as the caller's own keys. */
export function ownAssignee({ key, member }: Caller): KeyAssignee | undefined {
  return member === undefined ? key?.assignee : { kind: 'member', id: member.id }
}
