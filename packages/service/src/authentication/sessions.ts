import { hasMoreCharacters } from '@utpid/core/scoring'
import { defined, keyParts, keyPrefix, MAX_READ_ROWS, rowKey, type StoredRow } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/actor.ts'
import { memberPermissions } from '../access/permissions.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { isoNow } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Account, Member, Session } from '../model/account.ts'
import type { Plan } from '../model/plan.ts'
import type { RowWrite } from '../store/service-store.ts'
import type { ServiceRows } from '../store/service-tables.ts'
import type { Authenticator } from './authenticator.ts'
import { hashSecret } from './key-hash.ts'
import { randomText } from './key-text.ts'
import { hashPassword, isPassword, MAX_PASSWORD, type PasswordCosts } from './password.ts'

/** Lifetime of a session: 12 hours. */
export const SESSION_MS = 43_200_000

/** Maximum accounts in which a sign-in tries one e-mail address. The oldest members come first. */
const MAX_TRIED_ACCOUNTS = 10

const COOKIE_LENGTH = 43
const COOKIE = new RegExp(`^[0-9A-Za-z]{${COOKIE_LENGTH}}$`)

/** Maximum cached hashes of secrets for which no session exists. */
const MAX_UNKNOWN_TEXTS = 10_000

/** A new session. Its secret, for a cookie, is returned only once. */
export interface CreatedSession {
  readonly text: string
  readonly expiresAt: string
  readonly caller: Caller
}

/**
 * Dashboard sessions. At each request a session has the current permissions of its member, or of the key that opened
 * the session.
 */
export class Sessions {
  readonly #repository: AccountRepository
  readonly #authenticator: Authenticator
  readonly #costs: PasswordCosts | undefined
  readonly #unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN_TEXTS })
  #decoyHash: Promise<string> | undefined

  constructor(
    repository: AccountRepository,
    authenticator: Authenticator,
    { passwordCosts }: { readonly passwordCosts?: PasswordCosts } = {},
  ) {
    this.#repository = repository
    this.#authenticator = authenticator
    this.#costs = passwordCosts
  }

  /**
   * Signs a member in.
   *
   * @param accountId - The account, if the address belongs to several accounts. Default: the first account in which the
   * password is correct.
   * @throws `invalid_credentials`, with the same message and delay for an unknown address and a wrong password.
   */
  async signIn(email: string, password: string, accountId?: string): Promise<CreatedSession> {
    const isPossible = !hasMoreCharacters(password, MAX_PASSWORD)
    const prefix = keyPrefix(hashSecret(email.trim().toLowerCase()))
    const names = isPossible
      ? await this.#repository.store.range('member_emails', { prefix, limit: MAX_READ_ROWS })
      : []
    const wanted = names.filter(({ row }) => accountId === undefined || row.accountId === accountId)
    let tried = 0
    for (const { key, row } of wanted.slice(0, MAX_TRIED_ACCOUNTS)) {
      const found = await this.#read(row.accountId, keyParts(key)[1] as string)
      if (found?.member.password === undefined) continue
      tried++
      if (!(await isPassword(password, found.member.password))) continue
      if (found.account.status !== 'active' || found.member.status !== 'active') continue
      const { id, sessionsEnded } = found.member
      return this.#open(found.account.id, { member: { id, sessionsEnded } }, memberCaller(found))
    }
    if (tried === 0 && isPossible) {
      this.#decoyHash ??= hashPassword('nobody has this password', this.#costs)
      await isPassword(password, await this.#decoyHash)
    }
    throw invalidCredentials()
  }

  /**
   * Signs in with a key. The session ends when the key becomes invalid or its secret is rotated out.
   *
   * @throws see `authenticate`
   */
  async signInByKey(text: string): Promise<CreatedSession> {
    const caller = await this.#authenticator.authenticate(text)
    return this.#open(caller.account.id, { keyHash: hashSecret(text) }, caller)
  }

  /**
   * Returns the caller of a session with its current permissions.
   *
   * @throws `invalid_credentials` for an expired or signed-out session, `account_suspended`
   */
  async authenticate(text: string): Promise<Caller> {
    if (!COOKIE.test(text)) throw invalidCredentials()
    const hash = hashSecret(text)
    if (this.#unknown.has(hash)) throw invalidCredentials()
    const [stored] = await this.#repository.store.read('sessions', [rowKey(hash)])
    if (stored === undefined) {
      // No new session gets this secret, so the secret needs no further lookup.
      this.#unknown.set(hash, true)
      throw invalidCredentials()
    }
    if (Date.parse(stored.row.expiresAt) <= this.#repository.environment.now()) throw invalidCredentials()
    const { accountId, member, keyHash } = stored.row
    if (keyHash !== undefined) return this.#byKey(keyHash)
    const found = member === undefined ? undefined : await this.#read(accountId, member.id)
    if (found === undefined || found.member.sessionsEnded !== member?.sessionsEnded) throw invalidCredentials()
    if (found.member.status !== 'active') throw invalidCredentials()
    if (found.account.status !== 'active') {
      throw new ServiceError('account_suspended', 'This account is suspended; ask the operator of the service.')
    }
    return memberCaller(found)
  }

  /** Ends a session. The call is idempotent. */
  async signOut(text: string): Promise<void> {
    await this.#repository.store.write([{ table: 'sessions', key: rowKey(hashSecret(text)), row: undefined }])
  }

  /**
   * Deletes expired sessions and links, and all sessions and links of removed or disabled members. @returns the number
   * of deleted rows.
   */
  async deleteExpired(): Promise<number> {
    const sessions = await this.#deleteExpiredRows('sessions', async (rows) => {
      const keys = rows.map(({ row }) => (row.member === undefined ? '' : rowKey(row.accountId, row.member.id)))
      const members = await this.#members(keys)
      return rows.filter(({ row: { member } }, at) => {
        return member !== undefined && members.get(keys[at] as string)?.sessionsEnded !== member.sessionsEnded
      })
    })
    const links = await this.#deleteExpiredRows('invitations', async (rows) => {
      const keys = rows.map(({ row }) => rowKey(row.accountId, row.memberId))
      const members = await this.#members(keys)
      return rows.filter(({ key }, at) => {
        const { invitation } = members.get(keys[at] as string) ?? {}
        return invitation === undefined || rowKey(invitation) !== key
      })
    })
    return sessions + links
  }

  async #members(keys: readonly string[]): Promise<Map<string, Member>> {
    const asked = [...new Set(keys.filter((key) => key !== ''))]
    const stored = asked.length === 0 ? [] : await this.#repository.store.read('members', asked)
    return new Map(stored.flatMap((member) => (member === undefined ? [] : [[member.key, member.row]])))
  }

  /** @param alsoInvalid - Selects rows that are invalid although they have not expired. */
  async #deleteExpiredRows<Table extends 'sessions' | 'invitations'>(
    table: Table,
    alsoInvalid: (rows: readonly StoredRow<ServiceRows[Table]>[]) => Promise<readonly { readonly key: string }[]>,
  ): Promise<number> {
    const now = this.#repository.environment.now()
    let deleted = 0
    let after: string | undefined
    for (;;) {
      const rows = await this.#repository.store.range(table, {
        limit: MAX_READ_ROWS,
        ...defined({ after }),
      })
      const expired = rows.filter(({ row }) => Date.parse(row.expiresAt) <= now)
      const invalidKeys = [...new Set([...expired, ...(await alsoInvalid(rows))].map(({ key }) => key))]
      if (invalidKeys.length > 0)
        await this.#repository.store.write(
          invalidKeys.map((key): RowWrite => ({ table: table as 'sessions', key, row: undefined })),
        )
      deleted += invalidKeys.length
      after = rows.at(-1)?.key
      if (rows.length < MAX_READ_ROWS) return deleted
    }
  }

  async #byKey(keyHash: string): Promise<Caller> {
    try {
      return await this.#authenticator.byHash(keyHash)
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'invalid_api_key' ? invalidCredentials() : error
    }
  }

  async #open(accountId: string, who: Pick<Session, 'member' | 'keyHash'>, caller: Caller): Promise<CreatedSession> {
    const { environment, ids, store } = this.#repository
    const text = randomText(COOKIE_LENGTH, environment.random)
    const expiresAt = new Date(environment.now() + SESSION_MS).toISOString()
    const row: Session = { accountId, ...who, createdAt: isoNow(environment), expiresAt }
    await store.write([
      { table: 'sessions', key: rowKey(hashSecret(text)), row, expect: 'absent' },
      auditWrite(ids, environment, { author: auditAuthor(caller), accountId, action: 'session.opened' }),
    ])
    return { text, expiresAt, caller }
  }

  async #read(accountId: string, memberId: string): Promise<MemberState | undefined> {
    const { store } = this.#repository
    const [[account], [member]] = await Promise.all([
      store.read('accounts', [rowKey(accountId)]),
      store.read('members', [rowKey(accountId, memberId)]),
    ])
    if (account === undefined || member === undefined) return undefined
    const [plan] = await store.read('plans', [rowKey(account.row.plan)])
    return plan === undefined ? undefined : { account: account.row, member: member.row, plan: plan.row }
  }
}

interface MemberState {
  readonly account: Account
  readonly member: Member
  readonly plan: Plan
}

function memberCaller({ account, member, plan }: MemberState): Caller {
  return { account, plan, member, scopes: memberPermissions(account, member).scopes }
}

function invalidCredentials(): ServiceError {
  return new ServiceError('invalid_credentials', 'The password or session is invalid or has expired; sign in again.')
}
