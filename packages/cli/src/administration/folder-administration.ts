import { type Job, OPERATOR, systemEnvironment } from '@utpid/service'
import {
  type Account,
  type AccountChange,
  type AccountRepository,
  Accounts,
  type InvitedMember,
  type JobKind,
  Jobs,
  KeyList,
  type KeyRotation,
  Keys,
  type KeyView,
  type MemberChange,
  Members,
  type MemberView,
  type NewAccount,
  type NewKey,
  type NewMember,
  type Plan,
  Plans,
} from '@utpid/service/internal'
import type { Administration, CreatedKey, OperatorJob, RevokedKey } from './administration.ts'
import { resolveAccount } from './with-accounts.ts'

/** Accounts in one page of a listing. */
const PAGE = 1_000

/** The accounts of a service, read from its folder or database. There the operator may do everything. */
export class FolderAdministration implements Administration {
  readonly #book: AccountRepository
  readonly #jobs: Jobs

  constructor(book: AccountRepository) {
    this.#book = book
    this.#jobs = new Jobs(book.store, systemEnvironment.now)
  }

  async accounts(): Promise<readonly Account[]> {
    const all: Account[] = []
    for (;;) {
      const after = all.at(-1)?.id
      const more = { limit: PAGE, ...(after === undefined ? {} : { after }) }
      const accounts = await new Accounts(this.#book).list(OPERATOR, more)
      all.push(...accounts)
      if (accounts.length < PAGE) return all
    }
  }

  createAccount(input: NewAccount): Promise<Account> {
    return new Accounts(this.#book).create(OPERATOR, input)
  }

  updateAccount(id: string, change: AccountChange): Promise<Account> {
    return new Accounts(this.#book).update(OPERATOR, id, change)
  }

  plans(): Promise<readonly Plan[]> {
    return new Plans(this.#book).list()
  }

  putPlan(plan: Plan): Promise<Plan> {
    return new Plans(this.#book).put(OPERATOR, plan)
  }

  async jobs(limit: number): Promise<readonly OperatorJob[]> {
    return (await this.#jobs.listAll({ limit })).jobs.map(operatorJob)
  }

  async createJob(kind: JobKind): Promise<OperatorJob> {
    return operatorJob(await this.#jobs.create({ kind }))
  }

  async cancelJob(id: string): Promise<OperatorJob> {
    const { accountId, kind } = await this.#jobs.find(id)
    return operatorJob(await this.#jobs.cancel(accountId, kind, id))
  }

  async keys(account: string | undefined): Promise<readonly KeyView[]> {
    return new KeyList(this.#book).list(OPERATOR, await this.#resolveAccount(account))
  }

  async createKey(account: string | undefined, input: NewKey): Promise<CreatedKey> {
    return new Keys(this.#book).create(OPERATOR, await this.#resolveAccount(account), input)
  }

  async rotateKey(account: string | undefined, id: string, rotation: KeyRotation): Promise<CreatedKey> {
    return new Keys(this.#book).rotate(OPERATOR, await this.#resolveAccount(account), id, rotation)
  }

  async revokeKey(account: string | undefined, id: string): Promise<RevokedKey> {
    return new Keys(this.#book).revoke(OPERATOR, await this.#resolveAccount(account), id)
  }

  async members(account: string | undefined): Promise<readonly MemberView[]> {
    return new Members(this.#book).list(OPERATOR, await this.#resolveAccount(account))
  }

  async inviteMember(account: string | undefined, input: NewMember): Promise<InvitedMember> {
    return new Members(this.#book).invite(OPERATOR, await this.#resolveAccount(account), input)
  }

  async linkMember(account: string | undefined, id: string): Promise<InvitedMember> {
    return new Members(this.#book).newLink(OPERATOR, await this.#resolveAccount(account), id)
  }

  async updateMember(account: string | undefined, id: string, change: MemberChange): Promise<MemberView> {
    return new Members(this.#book).update(OPERATOR, await this.#resolveAccount(account), id, change)
  }

  async removeMember(account: string | undefined, id: string): Promise<void> {
    await new Members(this.#book).remove(OPERATOR, await this.#resolveAccount(account), id)
  }

  #resolveAccount(account: string | undefined): Promise<string> {
    return resolveAccount(this.#book, account)
  }
}

function operatorJob({ id, kind, accountId, status, progress, ...job }: Job): OperatorJob {
  const { createdAt, startedAt = null, finishedAt = null, error = null } = job
  const counts = { ...progress.counts, total: progress.total }
  return { id, kind, account: accountId ?? null, status, createdAt, startedAt, finishedAt, counts, error }
}
