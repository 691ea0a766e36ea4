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

/** Members, services and keys of an account that are kept, of each. */
export const ROWS_MOST = 1_000

/**
 * Changes accounts, one change of an account at a time, whoever makes them and wherever.
 *
 * Each change also writes the row of the account, on the revision that was read first: what it read of the account's
 * members and keys therefore still holds when it is written, and whoever keeps an account for a while sees by that one
 * revision whether any of it has changed.
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

  /** Hears of each change that was made here, before who made it does. */
  onChange(listener: (accountId: string) => void): () => void {
    const own = (accountId: string): void => listener(accountId)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  /**
   * Changes an account by what it is, again whenever somebody else was faster. What the step was told to write is written
   * all or not at all; nothing when it was told nothing.
   *
   * @param done - Written with the change; the actor's own unless given.
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
        // Also when it failed: it may have been written.
        for (const listener of this.#listeners) listener(accountId)
      }
    }
    throw new RegistryError('unavailable', 'The account is changed by too many at once; try again.', {
      details: { reason: 'conflict' },
    })
  }

  async #begin(accountId: string, actor: Actor): Promise<AccountStep> {
    if (actor !== OPERATOR && actor.account.id !== accountId) throw noAccount()
    // First, so that all else is read as of this revision or later.
    const [account] = await this.store.read('accounts', [rowKey(accountId)])
    if (account === undefined) throw noAccount()
    const [plan] = await this.store.read('plans', [rowKey(account.row.plan)])
    if (plan === undefined) throw noPlan(account.row.plan)
    return new AccountStep(this, account, plan.row, actor, await this.#standing(account.row, actor))
  }

  /** What the actor may do now, whatever it was when the request came. */
  async #standing(account: Account, actor: Actor): Promise<Standing> {
    if (actor === OPERATOR) return { power: ALL_POWER }
    if (account.status !== 'active') return { power: NO_POWER }
    const now = this.environment.now()
    const [member] =
      actor.member === undefined ? [] : await this.store.read('members', [rowKey(account.id, actor.member.id)])
    if (actor.key === undefined) return { power: member === undefined ? NO_POWER : memberPower(account, member.row) }
    const [key] = await this.store.read('api_keys', [rowKey(account.id, actor.key.id)])
    if (key === undefined || !isOpen(key.row, now)) return { power: NO_POWER }
    // Assigned to somebody else meanwhile: what was asked in the name of the former does not count.
    if (key.row.assignee?.kind === 'member' && key.row.assignee.id !== member?.row.id) return { power: NO_POWER }
    return { power: keyPower(account, key.row, member?.row), key: key.row }
  }
}

interface Standing {
  readonly power: Power
  /** The key that the actor came with. */
  readonly key?: ApiKey
}

/** A change of an account while it is made. */
export class AccountStep {
  /** As it was read, before {@link setAccount}. */
  readonly account: Account
  readonly plan: Plan
  readonly actor: Actor
  /** Of the actor, now. */
  readonly power: Power
  /** The key that the actor came with, as it is now. */
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

  /** A row of the account, by the rest of its key. */
  async get<Table extends ServiceTable>(table: Table, id: string): Promise<ServiceRows[Table] | undefined> {
    const [stored] = await this.#book.store.read(table, [rowKey(this.account.id, id)])
    return stored?.row
  }

  /** All rows of the account in a table, by their ids: the oldest first. */
  async all<Table extends ServiceTable>(table: Table): Promise<StoredRow<ServiceRows[Table]>[]> {
    const range: KeyRange = { prefix: keyPrefix(this.account.id), limit: 10 * ROWS_MOST }
    return this.#book.store.range(table, range)
  }

  /** The member that somebody is, where the account has one of that id. */
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

  /** Writes the account even if nothing in it changes. */
  touch(): void {
    this.#next ??= this.account
  }

  /** @param by - Who did it, where that is not the actor. */
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

  /** What is to be written: with the account, unless it is nothing. */
  writes(): readonly RowWrite[] {
    if (this.#writes.length === 0 && this.#next === undefined) return []
    const { key, revision } = this.#stored
    const own: RowWrite = { table: 'accounts', key, row: this.#next ?? this.account, expect: revision }
    return [own, ...this.#writes]
  }
}

/** Whether a key opens anything, as far as it itself tells. */
export function isOpen({ revokedAt, expiresAt, disabledBy }: ApiKey, now: number): boolean {
  return (
    revokedAt === undefined && disabledBy === undefined && !(expiresAt !== undefined && Date.parse(expiresAt) <= now)
  )
}
