import { RegistryError } from '@utpid/core'
import { type KeyRange, keyPrefix, rowKey, type StoredRow } from '@utpid/core/storage'
import { type Actor, type DoneMark, OPERATOR } from '../../access/actor.ts'
import { noAccount, noPlan } from '../../access/not-found.ts'
import { ALL_POWER, keyPower, memberPower, NO_POWER, type Power } from '../../access/power.ts'
import { type AuditedBy, auditedBy, auditWrite } from '../../audit/audit-write.ts'
import { isoNow, type ServiceEnvironment } from '../../environment/environment.ts'
import type { Account, Member } from '../../model/account.ts'
import type { ApiKey } from '../../model/api-key.ts'
import type { Plan } from '../../model/plan.ts'
import { RowIds } from '../../store/row-ids.ts'
import type { RowWrite, ServiceStore } from '../../store/service-store.ts'
import type { ServiceRows, ServiceTable } from '../../store/service-tables.ts'

const ATTEMPTS = 50

/** Maximum members, services and keys of an account, each. */
export const ROWS_MOST = 1_000

/**
 * Changes accounts, one change of an account at a time across all processes.
 *
 * Each change also writes the account's row, with the revision that was read first as its precondition. The members and
 * keys it has read are therefore still current at the write. A cache of an account needs to compare only this revision.
 */
export class AccountBook {
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
    const own = (accountId: string): void => listener(accountId)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /**
   * Runs a transaction on an account, and retries it on conflict. Its writes are applied all or not at all; a
   * transaction without writes stores nothing.
   *
   * @param done - Written with the change. Default: that of the actor.
   * @throws `not_found` without such an account; `insufficient_scope` for an actor of another account.
   */
  async change<Result>(
    accountId: string,
    actor: Actor,
    work: (step: AccountStep) => Promise<Result> | Result,
    done: DoneMark | undefined = actor === OPERATOR ? undefined : actor.done,
  ): Promise<Result> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const step = await this.#begin(accountId, actor)
      const result = await work(step)
      const changes = step.writes()
      if (changes.length === 0) return result
      const writes = done === undefined ? changes : [...changes, await done.write()]
      try {
        if ((await this.store.write(writes)) === undefined) return result
      } finally {
        // Also after an error: the write may have succeeded.
        for (const listener of this.#listeners) listener(accountId)
      }
    }
    throw new RegistryError('unavailable', 'Too many concurrent changes of this account; try again.', {
      details: { reason: 'conflict' },
    })
  }

  async #begin(accountId: string, actor: Actor): Promise<AccountStep> {
    if (actor !== OPERATOR && actor.account.id !== accountId) throw noAccount()
    // Read first, so that all other rows are as of this revision or later.
    const [account] = await this.store.read('accounts', [rowKey(accountId)])
    if (account === undefined) throw noAccount()
    const [plan] = await this.store.read('plans', [rowKey(account.row.plan)])
    if (plan === undefined) throw noPlan(account.row.plan)
    return new AccountStep(this, account, plan.row, actor, await this.#standing(account.row, actor))
  }

  /** The actor's current permissions, which may differ from those at the start of the request. */
  async #standing(account: Account, actor: Actor): Promise<Standing> {
    if (actor === OPERATOR) return { power: ALL_POWER }
    if (account.status !== 'active') return { power: NO_POWER }
    const now = this.environment.now()
    const [member] =
      actor.member === undefined ? [] : await this.store.read('members', [rowKey(account.id, actor.member.id)])
    if (actor.key === undefined) return { power: member === undefined ? NO_POWER : memberPower(account, member.row) }
    const [key] = await this.store.read('api_keys', [rowKey(account.id, actor.key.id)])
    if (key === undefined || !isOpen(key.row, now)) return { power: NO_POWER }
    // The key has been reassigned meanwhile: requests of its former assignee have no permissions.
    if (key.row.assignee?.kind === 'member' && key.row.assignee.id !== member?.row.id) return { power: NO_POWER }
    return { power: keyPower(account, key.row, member?.row), key: key.row }
  }
}

interface Standing {
  readonly power: Power
  /** The actor's key. */
  readonly key?: ApiKey
}

/** A transaction on an account. */
export class AccountStep {
  /** The account as read, before {@link setAccount}. */
  readonly account: Account
  readonly plan: Plan
  readonly actor: Actor
  /** The actor's current permissions. */
  readonly power: Power
  /** The actor's key in its current state. */
  readonly actorKey: ApiKey | undefined
  readonly now: number
  readonly at: string
  readonly #book: AccountBook
  readonly #stored: StoredRow<Account>
  readonly #writes: RowWrite[] = []
  #next: Account | undefined

  constructor(book: AccountBook, stored: StoredRow<Account>, plan: Plan, actor: Actor, { power, key }: Standing) {
    this.#book = book
    this.#stored = stored
    this.account = stored.row
    this.plan = plan
    this.actor = actor
    this.power = power
    this.actorKey = key
    this.now = book.environment.now()
    this.at = isoNow(book.environment)
  }

  newId(): string {
    return this.#book.ids.next()
  }

  /** Reads a row of the account by the rest of its key. */
  async get<Table extends ServiceTable>(table: Table, id: string): Promise<ServiceRows[Table] | undefined> {
    const [stored] = await this.#book.store.read(table, [rowKey(this.account.id, id)])
    return stored?.row
  }

  /** Reads all rows of the account in a table by id, oldest first. */
  async all<Table extends ServiceTable>(table: Table): Promise<StoredRow<ServiceRows[Table]>[]> {
    const range: KeyRange = { prefix: keyPrefix(this.account.id), limit: 10 * ROWS_MOST }
    return this.#book.store.range(table, range)
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
    this.#next = account
  }

  /** Writes the account even if it has not changed. */
  touch(): void {
    this.#next ??= this.account
  }

  /** @param by - The actor to record. Default: that of the transaction. */
  audit(
    action: string,
    target?: string,
    details?: Readonly<Record<string, unknown>>,
    by: AuditedBy = auditedBy(this.actor),
  ): void {
    const what = { ...(target === undefined ? {} : { target }), ...(details === undefined ? {} : { details }) }
    const change = { by, accountId: this.account.id, action, ...what }
    this.#writes.push(auditWrite(this.#book.ids, this.#book.environment, change))
  }

  /** The rows to write, including the account; empty without changes. */
  writes(): readonly RowWrite[] {
    if (this.#writes.length === 0 && this.#next === undefined) return []
    const { key, revision } = this.#stored
    const own: RowWrite = { table: 'accounts', key, row: this.#next ?? this.account, expect: revision }
    return [own, ...this.#writes]
  }
}

/** Whether a key is neither revoked, disabled nor expired. */
export function isOpen({ revokedAt, expiresAt, disabledBy }: ApiKey, now: number): boolean {
  return (
    revokedAt === undefined && disabledBy === undefined && !(expiresAt !== undefined && Date.parse(expiresAt) <= now)
  )
}
