import { RegistryError } from '@utpid/core'
import { keyParts, MAX_READ_ROWS, rowKey, type StoredRow } from '@utpid/core/storage'
import type { Actor, Caller, CallerSession } from '../access/actor.ts'
import { requireOwnerFor, requireScope } from '../access/permissions.ts'
import type { AccountRepository, AccountTransaction } from '../accounts/repository/account-repository.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Member, OwnSession, Session } from '../model/account.ts'
import { endSessions, sessionsOfOwner } from './session-rows.ts'

/** A session in a list, without its hash. */
export interface SessionView extends Omit<OwnSession, 'hash'> {
  readonly id: string
  /** Whether this is the session of the request. */
  readonly current: boolean
}

/** Lists and ends sessions: one's own, and as an owner or admin those of members. */
export class OwnSessions {
  readonly #repository: AccountRepository

  constructor(repository: AccountRepository) {
    this.#repository = repository
  }

  /** Lists the open sessions of the caller, newest first. @throws `insufficient_scope` for a caller without a session */
  async list(caller: Caller): Promise<SessionView[]> {
    const { ownerId, id } = requireSession(caller)
    return this.#views(caller.account.id, ownerId, caller.member, id)
  }

  /** Ends one of the caller's sessions. @throws `not_found` */
  async end(caller: Caller, id: string): Promise<void> {
    const { ownerId } = requireSession(caller)
    const key = rowKey(caller.account.id, ownerId, id)
    const [row] = await this.#repository.store.read('own_sessions', [key])
    if (row === undefined) throw new RegistryError('not_found', 'You have no session with this id; list your sessions.')
    await this.#end(caller, 'session.ended', [row])
  }

  /** Ends all sessions of the caller except the current one. @returns the number of ended sessions */
  async endOthers(caller: Caller): Promise<number> {
    const { ownerId, id } = requireSession(caller)
    const accountId = caller.account.id
    const current = rowKey(accountId, ownerId, id)
    const rows = await sessionsOfOwner(this.#repository.store, accountId, ownerId)
    const others = rows.filter(({ key }) => key !== current)
    if (others.length === 0) return 0
    await this.#end(caller, 'sessions.ended', others)
    return others.length
  }

  /** Lists the open sessions of a member, newest first. @throws `insufficient_scope`, `not_found` */
  async listOf(actor: Actor, accountId: string, memberId: string): Promise<SessionView[]> {
    const member = await this.#managed(actor, accountId, memberId, () => undefined)
    return this.#views(accountId, memberId, member, undefined)
  }

  /**
   * Ends all sessions of a member. Only owners end those of an owner.
   *
   * @throws `insufficient_scope`, `not_found`
   */
  async endAllOf(actor: Actor, accountId: string, memberId: string): Promise<void> {
    await this.#managed(actor, accountId, memberId, (transaction, member) => {
      const row = { ...member, sessionsEnded: member.sessionsEnded + 1 }
      transaction.put({ table: 'members', key: rowKey(accountId, memberId), row })
      transaction.audit('member.sessions.ended', memberId)
    })
    const rows = await sessionsOfOwner(this.#repository.store, accountId, memberId)
    await endSessions(this.#repository.store, rows)
  }

  async #managed(
    actor: Actor,
    accountId: string,
    memberId: string,
    work: (transaction: AccountTransaction, member: Member) => void,
  ): Promise<Member> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const member = await transaction.member(memberId)
      if (member === undefined) {
        throw new RegistryError('not_found', 'The account has no member with this id; list its members.')
      }
      requireOwnerFor(transaction.permissions, transaction.account, member)
      work(transaction, member)
      return member
    })
  }

  async #views(
    accountId: string,
    ownerId: string,
    member: Member | undefined,
    current: string | undefined,
  ): Promise<SessionView[]> {
    const { store, environment } = this.#repository
    const rows = await sessionsOfOwner(store, accountId, ownerId)
    const stored: (StoredRow<Session> | undefined)[] = []
    for (let at = 0; at < rows.length; at += MAX_READ_ROWS) {
      const keys = rows.slice(at, at + MAX_READ_ROWS).map(({ row }) => rowKey(row.hash))
      stored.push(...(await store.read('sessions', keys)))
    }
    const now = environment.now()
    return rows
      .filter(({ row }, at) => {
        const session = stored[at]?.row
        if (session === undefined || Date.parse(row.expiresAt) <= now) return false
        return session.member === undefined || session.member.sessionsEnded === member?.sessionsEnded
      })
      .map(({ key, row: { hash: _, ...shown } }) => {
        const id = keyParts(key)[2] as string
        return { id, ...shown, current: id === current }
      })
      .reverse()
  }

  async #end(
    caller: Caller,
    action: string,
    rows: readonly { readonly key: string; readonly row: OwnSession }[],
  ): Promise<void> {
    const { store, ids, environment } = this.#repository
    await endSessions(store, rows)
    const entry = { author: auditAuthor(caller), accountId: caller.account.id, action }
    await store.write([auditWrite(ids, environment, entry)])
  }
}

/** @throws `insufficient_scope` for a request with a key instead of a session. */
export function requireSession({ session }: Caller): CallerSession {
  if (session !== undefined) return session
  throw new ServiceError('insufficient_scope', 'This request needs a dashboard session; sign in first.', {
    details: { requiredScopes: [] },
  })
}
