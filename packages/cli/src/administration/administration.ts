import type {
  Account,
  AccountChange,
  InvitedMember,
  Job,
  JobKind,
  KeyRotation,
  KeyView,
  MemberChange,
  MemberView,
  NewAccount,
  NewKey,
  NewMember,
  Plan,
} from '@utpid/service'

/** A job as its operator sees it. */
export interface OperatorJob extends Pick<Job, 'id' | 'kind' | 'status' | 'createdAt'> {
  /** Whose it is; null of the operator. */
  readonly account: string | null
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** `total`, and what became of inputs. */
  readonly counts: Readonly<Record<string, number>>
  readonly error: Job['error'] | null
}

/** A key that was made, with its text: shown this once. */
export interface ShownKey {
  readonly key: { readonly id: string }
  readonly text: string
}

/** What identifies a key after it was ended. */
export type EndedKey = Pick<KeyView, 'id' | 'name' | 'start' | 'revokedAt'>

/**
 * What whoever runs a service does with its accounts, asked beside the registry or over HTTP. Commands print what it answers.
 *
 * Where an account may be left out, it is the only one, or over HTTP the one that the key is of.
 */
export interface Administration {
  /** The oldest first. */
  accounts(): Promise<readonly Account[]>
  createAccount(input: NewAccount): Promise<Account>
  updateAccount(id: string, change: AccountChange): Promise<Account>

  /** By their ids. */
  plans(): Promise<readonly Plan[]>
  putPlan(plan: Plan): Promise<Plan>

  /** Of all accounts, the newest first. */
  jobs(limit: number): Promise<readonly OperatorJob[]>
  createJob(kind: JobKind): Promise<OperatorJob>
  cancelJob(id: string): Promise<OperatorJob>

  /** The newest first. */
  keys(account: string | undefined): Promise<readonly KeyView[]>
  createKey(account: string | undefined, input: NewKey): Promise<ShownKey>
  rotateKey(account: string | undefined, id: string, rotation: KeyRotation): Promise<ShownKey>
  revokeKey(account: string | undefined, id: string): Promise<EndedKey>

  members(account: string | undefined): Promise<readonly MemberView[]>
  inviteMember(account: string | undefined, input: NewMember): Promise<InvitedMember>
  linkMember(account: string | undefined, id: string): Promise<InvitedMember>
  updateMember(account: string | undefined, id: string, change: MemberChange): Promise<MemberView>
  removeMember(account: string | undefined, id: string): Promise<void>
}
