import { hasMoreCharacters } from '@utpid/core/scoring'
import { keyParts, keyPrefix, MAX_READ_ROWS, rowKey } from '@utpid/core/storage'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../access/actor.ts'
import { memberPermissions } from '../access/permissions.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { auditAuthor, auditWrite } from '../audit/audit-write.ts'
import { isoNow } from '../environment/environment.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Account, Member, Session, SignInMethod } from '../model/account.ts'
import type { Plan } from '../model/plan.ts'
import type { SessionClient } from '../model/sign-in.ts'
import type { Authenticator } from './authenticator.ts'
import { deleteExpiredSessions } from './expired-sessions.ts'
import { hashSecret } from './key-hash.ts'
import { randomText } from './key-text.ts'
import { hashPassword, isPassword, MAX_PASSWORD, type PasswordCosts } from './password.ts'
import { newSessionWrites, SessionUses } from './session-rows.ts'

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

/** Options of a sign-in with a password. */
export interface PasswordSignIn {
  /** The code of the second factor. */
  readonly code?: string | undefined
  readonly client?: SessionClient
}

/** The second factor of passwords. */
export interface SecondFactorCheck {
  /** Whether a member must set up a second factor before anything else. */
  mustEnrol(member: Member): boolean
  /** @throws `second_factor_required`, `invalid_credentials` */
  check(member: Member, code: string | undefined): Promise<void>
}

/** Options of {@link Sessions}. */
export interface SessionOptions {
  readonly passwordCosts?: PasswordCosts
  /** Whether members may sign in with a password. Default: true. */
  readonly passwords?: boolean
  /** Default: no member needs a second factor. */
  readonly secondFactor?: SecondFactorCheck
}

/**
 * Dashboard sessions. At each request a session has the current permissions of its member, or of the key that opened
 * the session.
 */
export class Sessions {
  readonly #repository: AccountRepository
  readonly #authenticator: Authenticator
  readonly #costs: PasswordCosts | undefined
  readonly #hasPasswords: boolean
  readonly #secondFactor: SecondFactorCheck | undefined
  readonly #uses: SessionUses
  readonly #unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN_TEXTS })
  #decoyHash: Promise<string> | undefined

  constructor(
    repository: AccountRepository,
    authenticator: Authenticator,
    { passwordCosts, passwords = true, secondFactor }: SessionOptions = {},
  ) {
    this.#repository = repository
    this.#authenticator = authenticator
    this.#costs = passwordCosts
    this.#hasPasswords = passwords
    this.#secondFactor = secondFactor
    this.#uses = new SessionUses(repository)
  }

  /** @throws `passwords_off` if members sign in with the sign-in provider only. */
  requirePasswords(): void {
    if (this.#hasPasswords) return
    throw new ServiceError('passwords_off', 'Passwords are turned off here; sign in with the sign-in provider.')
  }

  /**
   * Signs a member in.
   *
   * @param accountId - The account, if the address belongs to several accounts. Default: the first account in which the
   * password is correct.
   * @throws `invalid_credentials`, with the same message and delay for an unknown address and a wrong password;
   * `second_factor_required` for a correct password without the code that the member needs; `passwords_off`.
   */
  async signIn(
    email: string,
    password: string,
    accountId?: string,
    { code, client = {} }: PasswordSignIn = {},
  ): Promise<CreatedSession> {
    this.requirePasswords()
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
      await this.#secondFactor?.check(found.member, code)
      return this.#openFor(found, 'password', client)
    }
    if (tried === 0 && isPossible) {
      this.#decoyHash ??= hashPassword('nobody has this password', this.#costs)
      await isPassword(password, await this.#decoyHash)
    }
    throw invalidCredentials()
  }

  /** Signs in a member whom the sign-in provider has identified. @throws `invalid_credentials` for an inactive member */
  async signInFromProvider(accountId: string, memberId: string, client: SessionClient = {}): Promise<CreatedSession> {
    const found = await this.#read(accountId, memberId)
    if (found?.member.status !== 'active' || found.account.status !== 'active') throw invalidCredentials()
    return this.#openFor(found, 'provider', client)
  }

  /**
   * Signs in with a key. The session ends when the key becomes invalid or its secret is rotated out.
   *
   * @throws see `authenticate`
   */
  async signInByKey(text: string, client: SessionClient = {}): Promise<CreatedSession> {
    const caller = await this.#authenticator.authenticate(text)
    return this.#open({ method: 'key', keyHash: hashSecret(text) }, caller, client)
  }

  /**
   * Returns the caller of a session with its current permissions, and records the use of the session.
   *
   * @throws `invalid_credentials` for an expired or ended session, `account_suspended`
   */
  async authenticate(text: string, client: SessionClient = {}): Promise<Caller> {
    if (!COOKIE.test(text)) throw invalidCredentials()
    const hash = hashSecret(text)
    if (this.#unknown.has(hash)) throw invalidCredentials()
    const [stored] = await this.#repository.store.read('sessions', [rowKey(hash)])
    if (stored === undefined) {
      // No new session gets this secret, so the secret needs no further lookup.
      this.#unknown.set(hash, true)
      throw invalidCredentials()
    }
    const session = stored.row
    // Sessions of earlier versions have no id: their members sign in again.
    if (session.id === undefined || Date.parse(session.expiresAt) <= this.#repository.environment.now())
      throw invalidCredentials()
    const caller = await this.#callerOf(session)
    this.#uses.record(session.accountId, ownerOf(caller), session.id, client)
    return caller
  }

  async #callerOf(session: Session): Promise<Caller> {
    const { id, accountId, member, keyHash, method } = session
    if (keyHash !== undefined) {
      const caller = await this.#byKey(keyHash)
      return { ...caller, session: { id, ownerId: ownerOf(caller), mustEnrol: false } }
    }
    const found = member === undefined ? undefined : await this.#read(accountId, member.id)
    if (found === undefined || found.member.sessionsEnded !== member?.sessionsEnded) throw invalidCredentials()
    if (found.member.status !== 'active') throw invalidCredentials()
    if (method === 'password' && !this.#hasPasswords) throw invalidCredentials()
    if (found.account.status !== 'active') {
      throw new ServiceError('account_suspended', 'This account is suspended; ask the operator of the service.')
    }
    return this.#memberCaller(found, { id, method })
  }

  /** Ends a session. The call is idempotent. */
  async signOut(text: string): Promise<void> {
    await this.#repository.store.write([{ table: 'sessions', key: rowKey(hashSecret(text)), row: undefined }])
  }

  /**
   * Deletes expired sessions and links, and all sessions and links of removed or disabled members.
   *
   * @returns the number of deleted sessions and links.
   */
  async deleteExpired(): Promise<number> {
    return await deleteExpiredSessions(this.#repository)
  }

  async #byKey(keyHash: string): Promise<Caller> {
    try {
      return await this.#authenticator.byHash(keyHash)
    } catch (error) {
      throw error instanceof ServiceError && error.code === 'invalid_api_key' ? invalidCredentials() : error
    }
  }

  async #openFor(found: MemberState, method: SignInMethod, client: SessionClient): Promise<CreatedSession> {
    const { id, sessionsEnded } = found.member
    return this.#open({ method, member: { id, sessionsEnded } }, this.#memberCaller(found, { id: '', method }), client)
  }

  async #open(
    opened: Pick<Session, 'method' | 'member' | 'keyHash'>,
    caller: Caller,
    client: SessionClient,
  ): Promise<CreatedSession> {
    const { environment, ids, store } = this.#repository
    const text = randomText(COOKIE_LENGTH, environment.random)
    const expiresAt = new Date(environment.now() + SESSION_MS).toISOString()
    const [id, accountId, ownerId] = [ids.next(), caller.account.id, ownerOf(caller)]
    const row: Session = { id, accountId, ...opened, createdAt: isoNow(environment), expiresAt }
    const entry = { author: auditAuthor(caller), accountId, action: 'session.opened' }
    await store.write([
      ...newSessionWrites(row, ownerId, hashSecret(text), client),
      auditWrite(ids, environment, entry),
    ])
    const mustEnrol = caller.session?.mustEnrol === true
    return { text, expiresAt, caller: { ...caller, session: { id, ownerId, mustEnrol } } }
  }

  /** A member who must set up a second factor first has no scopes. */
  #memberCaller({ account, member, plan }: MemberState, { id, method }: Pick<Session, 'id' | 'method'>): Caller {
    const mustEnrol = method === 'password' && this.#secondFactor?.mustEnrol(member) === true
    const scopes = mustEnrol ? [] : memberPermissions(account, member).scopes
    return { account, plan, member, scopes, session: { id, ownerId: member.id, mustEnrol } }
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

/** Returns the member, or the key without a member, that the sessions of a caller belong to. */
function ownerOf({ account, member, key }: Caller): string {
  return member?.id ?? key?.id ?? account.id
}

function invalidCredentials(): ServiceError {
  return new ServiceError('invalid_credentials', 'The password or session is invalid or has expired; sign in again.')
}
