import { defined, rowKey } from '@utpid/core/storage'
import type { Actor } from '../access/actor.ts'
import { requireScope } from '../access/permissions.ts'
import type { AccountRepository, AccountTransaction } from '../accounts/repository/account-repository.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { Member } from '../model/account.ts'
import type { ApiKey } from '../model/api-key.ts'
import { limitsOwner } from './key-bounds.ts'
import { type KeyView, viewOfKey } from './key-view.ts'
import { isVisible, noKey } from './keys.ts'

/** Lists keys with their last use and, if there is a limiter, the state of their own limits. */
export class KeyList {
  readonly #repository: AccountRepository
  readonly #limiter: Limiter | undefined

  constructor(repository: AccountRepository, limiter?: Limiter) {
    this.#repository = repository
    this.#limiter = limiter
  }

  /**
   * Lists keys, newest first: all keys of the account, or the actor's own keys.
   *
   * @throws `insufficient_scope` without `keys:read` or `keys:own`
   */
  async list(actor: Actor, accountId: string): Promise<KeyView[]> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'keys:read', 'keys:write', 'keys:own')
      const keys = (await transaction.all('api_keys'))
        .map(({ row }) => row)
        .filter((key) => isVisible(transaction, key))
      return this.#views(transaction, keys.reverse())
    })
  }

  /** Returns a key. @throws `key_not_found`, also for a key that the actor may not see. */
  async get(actor: Actor, accountId: string, keyId: string): Promise<KeyView> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'keys:read', 'keys:write', 'keys:own')
      const key = await transaction.key(keyId)
      if (key === undefined || !isVisible(transaction, key)) throw noKey()
      const [view] = await this.#views(transaction, [key])
      return view as KeyView
    })
  }

  async #views(transaction: AccountTransaction, keys: readonly ApiKey[]): Promise<KeyView[]> {
    const members = new Map((await transaction.all('members')).map(({ row }) => [row.id, row]))
    const uses = await this.#repository.store.read(
      'key_uses',
      keys.map((key) => rowKey(key.accountId, key.id)),
    )
    return Promise.all(
      keys.map(async (key, at) => {
        const limits = await this.#limiter?.states(ownLimits(key))
        const lastUsedAt = uses[at]?.row.createdAt
        return viewOfKey(key, transaction.now, {
          isAssigneeActive: isAssigneeActive(key, members),
          ...defined({ lastUsedAt, limits }),
        })
      }),
    )
  }
}

function ownLimits(key: ApiKey): Parameters<Limiter['states']>[0] {
  const { accountId, burstPerSecond, sustained } = key
  return {
    accountId,
    keyId: limitsOwner(key),
    ...defined({ keyBurst: burstPerSecond, keySustained: sustained }),
  }
}

function isAssigneeActive({ assignee }: ApiKey, members: ReadonlyMap<string, Member>): boolean {
  return assignee?.kind !== 'member' || members.get(assignee.id)?.status === 'active'
}
