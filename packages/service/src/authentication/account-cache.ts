import { keyParts, rowKey, type StoredRow } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import type { Account } from '../model/account.ts'
import type { Plan } from '../model/plan.ts'
import type { RowName, ServiceStore } from '../store/service-store.ts'

/** Maximum age, in milliseconds, of a cached account for which no change notification arrives. */
export const MAX_AGE_MS = 1_000

const MAX_ACCOUNTS = 10_000

/** A cached account with its plan. Each change of its members and keys changes its revision. */
export interface AccountState {
  readonly account: StoredRow<Account>
  readonly plan: Plan
  readonly planRevision: number
  readonly readAt: number
}

/**
 * Caches the accounts of authenticated keys. The cache reads an account again after one second. The cache reads the
 * account at once after a change in this process or a change notification from the store.
 */
export class AccountCache {
  readonly #store: ServiceStore
  readonly #now: () => number
  readonly #states = new LRUCache<string, AccountState>({ max: MAX_ACCOUNTS })
  readonly #reading = new Map<string, Promise<AccountState | undefined>>()
  readonly #unsubscribes: (() => void)[]

  constructor(repository: AccountRepository) {
    this.#store = repository.store
    this.#now = () => repository.environment.now()
    this.#unsubscribes = [
      repository.onChange((accountId) => this.#invalidate(accountId)),
      repository.store.onWrite((row) => this.#onWrite(row)),
    ]
  }

  /** Returns an account that is at most one second old; undefined if it does not exist. */
  async state(accountId: string): Promise<AccountState | undefined> {
    const now = this.#now()
    const known = this.#states.get(accountId)
    if (known !== undefined && now >= known.readAt && now - known.readAt < MAX_AGE_MS) return known
    const others = this.#reading.get(accountId)
    if (others !== undefined) return others
    const reading = this.#read(accountId, known, now).then(
      (state) => {
        // Do not cache a read that started before a change notification.
        if (this.#reading.get(accountId) !== reading) return state
        this.#reading.delete(accountId)
        if (state === undefined) this.#states.delete(accountId)
        else this.#states.set(accountId, state)
        return state
      },
      (error: unknown) => {
        if (this.#reading.get(accountId) === reading) this.#reading.delete(accountId)
        throw error
      },
    )
    this.#reading.set(accountId, reading)
    return reading
  }

  /** Stops listening for changes. */
  close(): void {
    for (const end of this.#unsubscribes) end()
  }

  async #read(accountId: string, known: AccountState | undefined, now: number): Promise<AccountState | undefined> {
    const [[account], [cachedPlan]] = await Promise.all([
      this.#store.read('accounts', [rowKey(accountId)]),
      known === undefined ? [undefined] : this.#store.read('plans', [rowKey(known.plan.id)]),
    ])
    if (account === undefined) return undefined
    const isCachedPlan = cachedPlan !== undefined && account.row.plan === cachedPlan.row.id
    const plan = isCachedPlan ? cachedPlan : (await this.#store.read('plans', [rowKey(account.row.plan)]))[0]
    if (plan === undefined) return undefined
    const isSame = known?.account.revision === account.revision && known.planRevision === plan.revision
    if (isSame) return { ...known, readAt: now }
    return { account, plan: plan.row, planRevision: plan.revision, readAt: now }
  }

  #onWrite(row: RowName | undefined): void {
    if (row === undefined || row.table === 'plans') {
      this.#states.clear()
      this.#reading.clear()
    } else if (row.table === 'accounts') {
      this.#invalidate(keyParts(row.key)[0] as string)
    }
  }

  #invalidate(accountId: string): void {
    this.#states.delete(accountId)
    this.#reading.delete(accountId)
  }
}
