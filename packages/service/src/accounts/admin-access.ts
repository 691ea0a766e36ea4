import { defined, rowKey } from '@utpid/core/storage'
import { type Actor, type CompletionMark, OPERATOR } from '../access/actor.ts'
import { noAccount } from '../access/not-found.ts'
import { requireScope } from '../access/permissions.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { ServiceError } from '../errors/service-error.ts'
import { hasBounds } from '../keys/key-bounds.ts'
import type { NewKey } from '../keys/key-input.ts'
import type { KeyView } from '../keys/key-view.ts'
import type { CreatedKey, Keys } from '../keys/keys.ts'
import type { KeyList } from '../keys/list-keys.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { NewMember } from './member-input.ts'
import type { InvitedMember, Members, MemberView } from './members.ts'
import type { AccountRepository } from './repository/account-repository.ts'

/**
 * Lets an admin of the service manage keys and members of other accounts. A new account has no keys and members, and an
 * account can lose all of them.
 *
 * In its own account an admin has its usual permissions. Another operator account can be changed only at the command
 * line, since that account's keys may have permissions that the admin lacks.
 */
export class AdminAccess {
  readonly #repository: AccountRepository
  readonly #keys: Keys
  readonly #keyList: KeyList
  readonly #members: Members

  constructor(repository: AccountRepository, keys: Keys, keyList: KeyList, members: Members) {
    this.#repository = repository
    this.#keys = keys
    this.#keyList = keyList
    this.#members = members
  }

  async keys(actor: Actor, accountId: string): Promise<KeyView[]> {
    return this.#keyList.list((await this.#actorFor(actor, accountId)).actor, accountId)
  }

  async createKey(actor: Actor, accountId: string, input: NewKey): Promise<CreatedKey & { readonly view: KeyView }> {
    const { actor: own, done } = await this.#actorFor(actor, accountId, 'key.created')
    const made = await this.#keys.create(own, accountId, input, done)
    return { ...made, view: await this.#keyList.get(own, accountId, made.key.id) }
  }

  async revokeKey(actor: Actor, accountId: string, keyId: string): Promise<KeyView> {
    const { actor: own } = await this.#actorFor(actor, accountId, 'key.revoked')
    const { id }: ApiKey = await this.#keys.revoke(own, accountId, keyId)
    return this.#keyList.get(own, accountId, id)
  }

  async members(actor: Actor, accountId: string): Promise<MemberView[]> {
    return this.#members.list((await this.#actorFor(actor, accountId)).actor, accountId)
  }

  async invite(actor: Actor, accountId: string, input: NewMember): Promise<InvitedMember> {
    const { actor: own, done } = await this.#actorFor(actor, accountId, 'member.invited')
    return this.#members.invite(own, accountId, input, done)
  }

  async newLink(actor: Actor, accountId: string, memberId: string): Promise<InvitedMember> {
    const { actor: own } = await this.#actorFor(actor, accountId, 'member.link')
    return this.#members.newLink(own, accountId, memberId)
  }

  /**
   * Returns the actor for an admin's action in an account.
   *
   * @param action - The intended action. The audit log of the admin's own account records the action before it happens,
   * so that the log is complete. The audit log of the other account names only the operator.
   * @throws `insufficient_scope`, `not_found`
   */
  async #actorFor(
    actor: Actor,
    accountId: string,
    action?: string,
  ): Promise<{ readonly actor: Actor; readonly done?: CompletionMark }> {
    if (actor === OPERATOR || actor.account.id === accountId) return { actor }
    requireScope(actor, 'admin:accounts')
    const { store, ids, environment } = this.#repository
    const [account] = await store.read('accounts', [rowKey(accountId)])
    if (account === undefined) throw noAccount()
    if (account.row.operator === true)
      throw insufficientScope('Another operator account can be changed at the command line only.')
    if (action !== undefined) {
      if (actor.key !== undefined && hasBounds(actor.key)) {
        throw insufficientScope(
          'Your key has an expiry or its own limits, but the new access would have neither. Use a key with neither.',
        )
      }
      const by = auditAuthor(actor)
      await store.write([
        auditWrite(ids, environment, { author: by, accountId: actor.account.id, action, target: accountId }),
      ])
    }
    return { actor: OPERATOR, ...defined({ done: actor.completion }) }
  }
}

function insufficientScope(message: string): ServiceError {
  return new ServiceError('insufficient_scope', message, { details: { requiredScopes: [] } })
}
