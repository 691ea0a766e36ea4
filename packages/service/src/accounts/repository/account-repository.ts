import { RegistryError } from '@utpid/core'
import { defined, type KeyRange, keyPrefix, rowKey, type StoredRow } from '@utpid/core/storage'
import { type Actor, type CompletionMark, OPERATOR } from '../../access/actor.ts'
import { noAccount, noPlan } from '../../access/not-found.ts'
import {
  ALL_PERMISSIONS,
  keyPermissions,
  memberPermissions,
  NO_PERMISSIONS,
  type Permissions,
} from '../../access/permissions.ts'
import { type AuditAuthor, auditAuthor, auditWrite } from '../../audit/audit-write.ts'
import { isoNow, type ServiceEnvironment } from '../../environment/environment.ts'
import type { Account, Member } from '../../model/account.ts'
import type { ApiKey } from '../../model/api-key.ts'
import type { Plan } from '../../model/plan.ts'
import { RowIds } from '../../store/row-ids.ts'
import type { RowWrite, ServiceStore } from '../../store/service-store.ts'
import type { ServiceRows, ServiceTable } from '../../store/service-tables.ts'

const MAX_ATTEMPTS = 50

/** Maximum rows of an account in each table: members, services, keys. */
export const MAX_ROWS = 1_000

/**
 * Changes accounts, one change of an account at a time across all processes.
 *
 * Each change first reads the account's row, and its write requires the revision of that read. The members and keys
 * that the change read are therefore still current at the write. A cache of an account needs to compare only the
 * revision of this row.
 */
export class AccountRepository {
  readonly store: ServiceStore
  readonly environment: ServiceEnvironment
  readonly ids: RowIds
  readonly #listeners = new Set<(accountId: string) => void>()

  constructor(store: ServiceStore, environment: ServiceEnvironment) {
    this.store = store
    this.environment = environment
    this.ids = new RowIds(environment)
  }

  /** Calls the listener for each change in this process, before `change` returns. */
  onChange(listener: (accountId: string) => void): () => void {
    const notify = (accountId: string): void => listener(accountId)
    this.#listeners.add(notify)
    return () => void this.#listeners.delete(notify)
  }

  /**
   * Runs a transaction on an account, and retries the transaction on conflict. The store applies all writes of the
   * transaction or none. A transaction without writes stores nothing.
   *
   * @param done - Completion mark to write with the change. Default: the actor's mark.
   * @throws `not_found` if the account does not exist; `insufficient_scope` for an actor of another account.
   */
  async change<Result>(
    accountId: string,
    actor: Actor,
    work: (transaction: AccountTransaction) => Promise<Result> | Result,
    done: CompletionMark | undefined = actor === OPERATOR ? undefined : actor.completion,
  ): Promise<Result> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const transaction = await this.#start(accountId, actor)
      const result = await work(transaction)
      const changes = transaction.writes()
      if (changes.length === 0) return result
      const writes = done === undefined ? changes : [...changes, await done.write()]
      try {
        if ((await this.store.write(writes)) === undefined) return result
      } finally {
        // Notify listeners also after an error: the write may have succeeded.
        for (const listener of this.#listeners) listener(accountId)
      }
    }
    throw new RegistryError('unavailable', 'Too many concurrent changes of this account; try again.', {
      details: { reason: 'conflict' },
    })
  }

  async #start(accountId: string, actor: Actor): Promise<AccountTransaction> {
    if (actor !== OPERATOR && actor.account.id !== accountId) throw noAccount()
    // Read the account first, so that all other rows have this revision or a later one.
    const [account] = await this.store.read('accounts', [rowKey(accountId)])
    if (account === undefined) throw noAccount()
    const [plan] = await this.store.read('plans', [rowKey(account.row.plan)])
    if (plan === undefined) throw noPlan(account.row.plan)
    return new AccountTransaction(this, account, plan.row, actor, await this.#currentAccess(account.row, actor))
  }

  /** Returns the actor's current permissions, which may differ from those at the start of the request. */
  async #currentAccess(account: Account, actor: Actor): Promise<CurrentAccess> {
    if (actor === OPERATOR) return { permissions: ALL_PERMISSIONS }
    if (account.status !== 'active') return { permissions: NO_PERMISSIONS }
    if (actor.session?.mustEnrol === true) return { permissions: NO_PERMISSIONS }
    const now = this.environment.now()
    const [member] =
      actor.member === undefined ? [] : await this.store.read('members', [rowKey(account.id, actor.member.id)])
    if (actor.key === undefined)
      return { permissions: member === undefined ? NO_PERMISSIONS : memberPermissions(account, member.row) }
    const [key] = await this.store.read('api_keys', [rowKey(account.id, actor.key.id)])
    if (key === undefined || !isUsable(key.row, now)) return { permissions: NO_PERMISSIONS }
    // If the key has been reassigned meanwhile, requests of its former assignee have no permissions.
    if (key.row.assignee?.kind === 'member' && key.row.assignee.id !== member?.row.id)
      return { permissions: NO_PERMISSIONS }
    return { permissions: keyPermissions(account, key.row, member?.row), key: key.row }
  }
}

interface CurrentAccess {
  readonly permissions: Permissions
  /** The actor's key. */
  readonly key?: ApiKey
}

/** A transaction on an account. */
export class AccountTransaction {
  /** The account as read from the store, before {@link setAccount}. */
  readonly account: Account
  readonly plan: Plan
  readonly actor: Actor
  /** The actor's current permissions. */
  readonly permissions: Permissions
  /** The actor's key in its current state. */
  readonly actorKey: ApiKey | undefined
  readonly now: number
  readonly timestamp: string
  readonly #repository: AccountRepository
  readonly #stored: StoredRow<Account>
  readonly #writes: RowWrite[] = []
  #nextAccount: Account | undefined
  #isDeleted = false

  constructor(
    repository: AccountRepository,
    stored: StoredRow<Account>,
    plan: Plan,
    actor: Actor,
    { permissions, key }: CurrentAccess,
  ) {
    this.#repository = repository
    this.#stored = stored
    this.account = stored.row
    this.plan = plan
    this.actor = actor
    this.permissions = permissions
    this.actorKey = key
    this.now = repository.environment.now()
    this.timestamp = isoNow(repository.environment)
  }

  newId(): string {
    return this.#repository.ids.next()
  }

  /** Reads a row of the account. `id` is the part of the row key after the account id. */
  async get<Table extends ServiceTable>(table: Table, id: string): Promise<ServiceRows[Table] | undefined> {
    const [stored] = await this.#repository.store.read(table, [rowKey(this.account.id, id)])
    return stored?.row
  }

  /** Reads all rows of the account in a table by id, oldest first. */
  async all<Table extends ServiceTable>(table: Table): Promise<StoredRow<ServiceRows[Table]>[]> {
    const range: KeyRange = { prefix: keyPrefix(this.account.id), limit: 10 * MAX_ROWS }
    return this.#repository.store.range(table, range)
  }

  /** Reads the account's member with this id, if there is one. */
  async member(id: string): Promise<Member | undefined> {
    return this.get('members', id)
  }

  async key(id: string): Promise<ApiKey | undefined> {
    return this.get('api_keys', id)
  }

  put(write: RowWrite): void {
    this.#writes.push(write)
  }

  setAccount(account: Account): void {
    this.#nextAccount = account
  }

  /** Deletes the row of the account. All its keys and sessions are then invalid. */
  deleteAccount(): void {
    this.#isDeleted = true
  }

  /** Writes the account even if it has not changed. */
  rewriteAccount(): void {
    this.#nextAccount ??= this.account
  }

  /** @param by - The actor to record. Default: the actor of the transaction. */
  audit(
    action: string,
    target?: string,
    details?: Readonly<Record<string, unknown>>,
    by: AuditAuthor = auditAuthor(this.actor),
  ): void {
    const what = { ...defined({ target, details }) }
    const change = { author: by, accountId: this.account.id, action, ...what }
    this.#writes.push(auditWrite(this.#repository.ids, this.#repository.environment, change))
  }

  /** Returns the rows to write, including the account's row. The list is empty without changes. */
  writes(): readonly RowWrite[] {
    if (this.#writes.length === 0 && this.#nextAccount === undefined && !this.#isDeleted) return []
    const { key, revision } = this.#stored
    const row = this.#isDeleted ? undefined : (this.#nextAccount ?? this.account)
    const notify: RowWrite = { table: 'accounts', key, row, expect: revision }
    return [notify, ...this.#writes]
  }
}

/** Whether a key is neither revoked, disabled nor expired. */
export function isUsable({ revokedAt, expiresAt, disabledBy }: ApiKey, now: number): boolean {
  return (
    revokedAt === undefined && disabledBy === undefined && !(expiresAt !== undefined && Date.parse(expiresAt) <= now)
  )
}
