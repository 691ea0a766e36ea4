import type { Job } from '@utpid/service'
import type {
  Account,
  AccountChange,
  InvitedMember,
  JobKind,
  KeyRotation,
  KeyView,
  MemberChange,
  MemberView,
  NewAccount,
  NewKey,
  NewMember,
  Plan,
} from '@utpid/service/internal'

/** Options of an operator job. */
export interface OperatorJobOptions {
  /** For a rescore: the term-frequency version. Default: unchanged. */
  readonly tfVersion?: number | 'next'
}

/** A job as the operator sees it. */
export interface OperatorJob extends Pick<Job, 'id' | 'kind' | 'status' | 'createdAt'> {
  /** Id of the account that started the job; null for a job of the operator. */
  readonly account: string | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** `total`, and the number of inputs with each outcome. */
  readonly counts: Readonly<Record<string, number>>
  readonly error: Job['error'] | null
}

/** A new key with its text, which is shown only once. */
export interface CreatedKey {
  readonly key: { readonly id: string }
  readonly text: string
}

/** Identifies a revoked key. */
export type RevokedKey = Pick<KeyView, 'id' | 'name' | 'start' | 'revokedAt'>

/**
 * The operator's actions on the accounts of a service, in its folder or database, or over HTTP. Commands print the
 * results.
 *
 * Where an account may be omitted, the default is the only account, or over HTTP the account of the key.
 */
export interface Administration {
  /** Sorted by age, oldest first. */
  accounts(): Promise<readonly Account[]>
  createAccount(input: NewAccount): Promise<Account>
  updateAccount(id: string, change: AccountChange): Promise<Account>

  /** Sorted by id. */
  plans(): Promise<readonly Plan[]>
  putPlan(plan: Plan): Promise<Plan>

  /** Jobs of all accounts, newest first. */
  jobs(limit: number): Promise<readonly OperatorJob[]>
  createJob(kind: JobKind, options?: OperatorJobOptions): Promise<OperatorJob>
  cancelJob(id: string): Promise<OperatorJob>

  /** Sorted by age, newest first. */
  keys(account: string | undefined): Promise<readonly KeyView[]>
  createKey(account: string | undefined, input: NewKey): Promise<CreatedKey>
  rotateKey(account: string | undefined, id: string, rotation: KeyRotation): Promise<CreatedKey>
  revokeKey(account: string | undefined, id: string): Promise<RevokedKey>

  members(account: string | undefined): Promise<readonly MemberView[]>
  inviteMember(account: string | undefined, input: NewMember): Promise<InvitedMember>
  linkMember(account: string | undefined, id: string): Promise<InvitedMember>
  updateMember(account: string | undefined, id: string, change: MemberChange): Promise<MemberView>
  removeMember(account: string | undefined, id: string): Promise<void>
}
