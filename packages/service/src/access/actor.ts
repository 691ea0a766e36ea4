import type { Account, Member } from '../model/account.ts'
import type { ApiKey, KeyAssignee } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Scope } from '../model/scope.ts'
import type { RowWrite } from '../store/service-store.ts'

/** The caller of a request: the owner of a key or a session. The caller's state is at most one second old. */
export interface Caller {
  readonly account: Account
  readonly plan: Plan
  /** The key of the request, or the key that opened the session. */
  readonly key?: ApiKey
  /** The member to which the key is assigned, or the member who signed in. */
  readonly member?: Member
  /** The scopes that the key, the member and the account have in common. */
  readonly scopes: readonly Scope[]
  /** The scope `registry:write` applies only to records of these suppliers. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  /** The dashboard session of the request. Absent for a request with a key. */
  readonly session?: CallerSession
  /**
   * The completion mark of a request that creates an object and has an Idempotency-Key. The transaction that creates
   * the object also writes this mark.
   */
  readonly completion?: CompletionMark
}

/** The dashboard session of a caller. */
export interface CallerSession {
  readonly id: string
  /** The member, or the key without a member, that the session belongs to. */
  readonly ownerId: string
  /** Whether the member must set up a second factor first. The session has no scopes until then. */
  readonly mustEnrol: boolean
}

/** Marks a request as done in the transaction of its change. After a crash, no process repeats the request. */
export interface CompletionMark {
  /**
   * Returns the row, with its current revision, that the transaction of the change must also write.
   *
   * @throws if another request has taken over the claim.
   */
  write(): Promise<RowWrite>
}

/** The person who runs the service at its command line. The operator has all permissions in every account. */
export const OPERATOR = 'operator'

/** The author of a change. */
export type Actor = Caller | typeof OPERATOR

/** Returns the member or service whose keys count as the caller's own keys. */
export function ownAssignee({ key, member }: Caller): KeyAssignee | undefined {
  return member === undefined ? key?.assignee : { kind: 'member', id: member.id }
}
