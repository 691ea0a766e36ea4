import { rowKey } from '@utpid/core/storage'
import { type Actor, OPERATOR } from '../access/actor.ts'
import { noAccount, noPlan } from '../access/not-found.ts'
import { requireScope } from '../access/permissions.ts'
import { type AuditedChange, auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { isoNow } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import { parseInput } from '../input/parse-input.ts'
import type { Account } from '../model/account.ts'
import type { RowWrite } from '../store/service-store.ts'
import { ACCOUNT_CHANGE, type AccountChange, NEW_ACCOUNT, type NewAccount } from './account-input.ts'
import { applyPlan } from './apply-plan.ts'
import type { AccountRepository } from './repository/account-repository.ts'

/** The API version of new accounts. */
const API_VERSION = 1

/** Maximum accounts in a page. */
const MAX_PAGE = 1_000

/** The accounts of a service. Only the operator creates them, changes their plan or suspends them. */
export class Accounts {
  readonly #repository: AccountRepository

  constructor(repository: AccountRepository) {
    this.#repository = repository
  }

  /** @throws `not_found` for a missing account, or if the caller's account is neither this one nor the operator's. */
  async get(actor: Actor, accountId: string): Promise<Account> {
    if (actor !== OPERATOR && actor.account.id !== accountId && !isAdmin(actor)) throw noAccount()
    const [stored] = await this.#repository.store.read('accounts', [rowKey(accountId)])
    if (stored === undefined) throw noAccount()
    return stored.row
  }

  /**
   * Lists all accounts, oldest first.
   *
   * @param after - The id of the last account of the previous page.
   */
  async list(actor: Actor, { after, limit = MAX_PAGE }: { after?: string; limit?: number } = {}): Promise<Account[]> {
    requireAdmin(actor)
    const rows = await this.#repository.store.range('accounts', {
      limit: Math.min(limit, MAX_PAGE),
      ...(after === undefined ? {} : { after: rowKey(after) }),
    })
    return rows.map(({ row }) => row)
  }

  /**
   * Creates an account without members and keys.
   *
   * @param id - Default: a new id.
   */
  async create(actor: Actor, input: NewAccount, id: string = this.#repository.ids.next()): Promise<Account> {
    requireAdmin(actor)
    const { operator, ...given } = parseInput(NEW_ACCOUNT, input)
    if (operator === true && actor !== OPERATOR) {
      throw new ServiceError('insufficient_scope', 'An operator account can be created at the command line only.')
    }
    const { store, ids, environment } = this.#repository
    const [plan] = await store.read('plans', [rowKey(given.plan)])
    if (plan === undefined) throw noPlan(given.plan)
    const account: Account = {
      id,
      ...given,
      status: 'active',
      apiVersion: API_VERSION,
      ...(operator === true ? { operator } : {}),
      createdAt: isoNow(environment),
    }
    const write: RowWrite = { table: 'accounts', key: rowKey(account.id), row: account, expect: 'absent' }
    const what = { action: 'account.created', target: account.id, details: { ...given } }
    const entry = auditWrite(ids, environment, { author: {}, accountId: account.id, ...what })
    const done = actor === OPERATOR || actor.completion === undefined ? [] : [await actor.completion.write()]
    if ((await store.write([write, entry, ...this.#adminAudit(actor, account.id, what), ...done])) !== undefined) {
      throw new ServiceError('already_exists', 'An account with this id already exists.')
    }
    return account
  }

  /**
   * Renames an account, changes its plan, suspends it or reactivates it. A caller of the account with `team:write` may
   * rename the account. A smaller plan disables the newest surplus keys and webhooks. A larger plan enables them again.
   */
  async update(actor: Actor, accountId: string, change: AccountChange): Promise<Account> {
    const wanted = parseInput(ACCOUNT_CHANGE, change)
    const isForeign = actor !== OPERATOR && actor.account.id !== accountId
    if (wanted.plan !== undefined || wanted.status !== undefined || isForeign) requireAdmin(actor)
    // If an admin of the service changes another account, the change runs as the operator.
    return this.#repository.change(accountId, isForeign ? OPERATOR : actor, async (transaction) => {
      if (!isForeign) requireScope(transaction.permissions, 'team:write', 'admin:accounts')
      const account: Account = { ...transaction.account, ...wanted }
      transaction.setAccount(account)
      if (wanted.plan !== undefined) {
        const [plan] = await this.#repository.store.read('plans', [rowKey(wanted.plan)])
        if (plan === undefined) throw noPlan(wanted.plan)
        await applyPlan(transaction, plan.row)
      }
      const what = { action: 'account.updated', target: accountId, details: { ...wanted } }
      transaction.audit(what.action, what.target, what.details)
      for (const write of this.#adminAudit(actor, accountId, what)) transaction.put(write)
      return account
    })
  }

  /**
   * Returns the audit entry for the admin's own account when an admin changes another account. The audit log of the
   * other account names only the operator as the author.
   */
  #adminAudit(actor: Actor, accountId: string, what: Omit<AuditedChange, 'author' | 'accountId'>): RowWrite[] {
    if (actor === OPERATOR || actor.account.id === accountId) return []
    const { ids, environment } = this.#repository
    return [auditWrite(ids, environment, { author: auditAuthor(actor), accountId: actor.account.id, ...what })]
  }
}

function isAdmin(actor: Actor): boolean {
  return actor === OPERATOR || actor.scopes.includes('admin:accounts')
}

function requireAdmin(actor: Actor): void {
  if (actor !== OPERATOR) requireScope(actor, 'admin:accounts')
}
