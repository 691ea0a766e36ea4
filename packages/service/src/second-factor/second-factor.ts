import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type Actor, type Caller, OPERATOR } from '../access/actor.ts'
import { requireOwnerFor, requireScope } from '../access/permissions.ts'
import type { AccountRepository, AccountTransaction } from '../accounts/repository/account-repository.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Member, Totp } from '../model/account.ts'
import type { TotpMode } from '../model/sign-in.ts'
import type { SecretBox } from '../secrets/seal.ts'
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { type ShownSecret, secretText, shownSecret, stepOfCode, TOTP_SECRET_BYTES } from './totp-codes.ts'
import { purposeOf } from './totp-purpose.ts'
import { afterWrongCode, requireUnlocked } from './wrong-codes.ts'

/** The second factor of a member, as the member sees it. */
export interface SecondFactorState {
  /** Whether the service has a key for secrets, and the member has a password. */
  readonly available: boolean
  readonly required: boolean
  readonly enabled: boolean
  readonly createdAt?: string
  /** Recovery codes that have not been used. */
  readonly recoveryCodes: number
}

/**
 * The second factor of passwords: codes of an authenticator app (RFC 6238), and ten recovery codes. Each code is
 * accepted once. From the tenth wrong code in a row on, the codes of the app are refused for a time that doubles with
 * each further wrong code. Only callers who know the password or hold a session of the member reach this limit.
 */
export class SecondFactor {
  readonly #repository: AccountRepository
  readonly #secrets: SecretBox | undefined
  readonly #mode: TotpMode

  /** @param secrets - Encrypts the secrets. Absent: no member can turn on a second factor. */
  constructor(repository: AccountRepository, secrets: SecretBox | undefined, mode: TotpMode = 'optional') {
    this.#repository = repository
    this.#secrets = secrets
    this.#mode = mode
  }

  /** Whether a member must set up a second factor before anything else. */
  mustEnrol({ totp }: Member): boolean {
    return this.#mode === 'required' && totp === undefined
  }

  /**
   * Checks the second factor of a sign-in, and uses the code up.
   *
   * @throws `second_factor_required` without a code; `invalid_credentials` for a wrong or used one; `auth_throttled`
   * after too many wrong ones.
   */
  async check({ accountId, id }: Member, code: string | undefined): Promise<void> {
    // The second factor may have been turned on while the password was checked, which takes a moment.
    const [stored] = await this.#repository.store.read('members', [rowKey(accountId, id)])
    if (stored?.row.totp === undefined) return
    if (code === undefined || code.trim() === '') {
      throw new ServiceError(
        'second_factor_required',
        'The password is correct; also send `code`: the code of the authenticator app, or a recovery code.',
      )
    }
    await this.#useCode(accountId, code, async (transaction) => {
      const current = await transaction.member(id)
      if (current === undefined) throw wrongCode()
      return current
    })
  }

  async state(caller: Caller): Promise<SecondFactorState> {
    const member = await this.#repository.change(caller.account.id, caller, (transaction) =>
      this.#ownMember(transaction, caller),
    )
    const { totp } = member
    return {
      available: this.#secrets !== undefined && member.password !== undefined,
      required: this.#mode === 'required',
      enabled: totp !== undefined,
      ...(totp === undefined ? {} : { createdAt: totp.createdAt }),
      recoveryCodes: totp?.recoveryCodes.length ?? 0,
    }
  }

  /**
   * Creates a secret, which {@link confirm} turns on. A second call replaces the secret.
   *
   * @throws `validation_failed` if a second factor is on, or the member has no password.
   */
  async begin(caller: Caller): Promise<ShownSecret> {
    const secrets = this.#box()
    return this.#repository.change(caller.account.id, caller, async (transaction) => {
      const member = await this.#ownMember(transaction, caller)
      if (member.password === undefined) {
        throw new RegistryError('validation_failed', 'You sign in without a password, so there is no second factor.')
      }
      if (member.totp !== undefined) throw alreadyOn()
      const secret = secretText(this.#repository.environment.random(TOTP_SECRET_BYTES))
      putMember(transaction, { ...member, pendingTotp: secrets.seal(secret, purposeOf(member)) })
      return shownSecret(secret, member.email)
    })
  }

  /**
   * Turns the second factor on.
   *
   * @returns the recovery codes, which are returned only once.
   * @throws `invalid_credentials` for a wrong code; `validation_failed` without {@link begin}.
   */
  async confirm(caller: Caller, code: string): Promise<string[]> {
    const secrets = this.#box()
    const codes = makeRecoveryCodes((bytes) => this.#repository.environment.random(bytes))
    await this.#repository.change(caller.account.id, caller, async (transaction) => {
      const { pendingTotp, ...member } = await this.#ownMember(transaction, caller)
      if (member.totp !== undefined) throw alreadyOn()
      if (pendingTotp === undefined) {
        throw new RegistryError('validation_failed', 'No second factor is being set up; start again.')
      }
      const lastStep = stepOfCode(secrets.open(pendingTotp, purposeOf(member)), plainCode(code), transaction.now)
      if (lastStep === undefined) throw wrongCode()
      const recoveryCodes = codes.map(recoveryCodeHash)
      const totp = { secret: pendingTotp, lastStep, recoveryCodes, createdAt: transaction.timestamp }
      putMember(transaction, { ...member, totp })
      transaction.audit('member.totp.on', member.id)
    })
    return codes
  }

  /** Replaces the recovery codes. @throws `invalid_credentials` for a wrong code; `auth_throttled` */
  async renewRecoveryCodes(caller: Caller, code: string): Promise<string[]> {
    const codes = makeRecoveryCodes((bytes) => this.#repository.environment.random(bytes))
    await this.#useCode(caller.account.id, code, (transaction) => this.#ownMember(transaction, caller))
    await this.#repository.change(caller.account.id, caller, async (transaction) => {
      const member = await this.#ownMember(transaction, caller)
      putMember(transaction, { ...member, totp: { ...requireOn(member), recoveryCodes: codes.map(recoveryCodeHash) } })
      transaction.audit('member.totp.codes', member.id)
    })
    return codes
  }

  /** Turns the second factor off. @throws `invalid_credentials` for a wrong code; `auth_throttled` */
  async remove(caller: Caller, code: string): Promise<void> {
    await this.#useCode(caller.account.id, code, (transaction) => this.#ownMember(transaction, caller))
    await this.#repository.change(caller.account.id, caller, async (transaction) => {
      const member = await this.#ownMember(transaction, caller)
      const { totp: _, ...rest } = member
      putMember(transaction, rest)
      transaction.audit('member.totp.off', member.id)
    })
  }

  /**
   * Removes the second factor of a member who lost it, and ends the member's sessions. Only owners do so for owners.
   *
   * @throws `insufficient_scope`, `not_found`
   */
  async reset(actor: Actor, accountId: string, memberId: string): Promise<void> {
    await this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const member = await transaction.member(memberId)
      if (member === undefined) {
        throw new RegistryError('not_found', 'The account has no member with this id; list its members.')
      }
      requireOwnerFor(transaction.permissions, transaction.account, member)
      const { totp: _, pendingTotp: __, ...rest } = member
      putMember(transaction, { ...rest, sessionsEnded: member.sessionsEnded + 1 })
      transaction.audit('member.totp.reset', memberId)
    })
  }

  /**
   * Uses a code up in its own change. A wrong code must stay counted although the request fails, and concurrent
   * attempts must not pass the limit.
   *
   * @throws `invalid_credentials` for a wrong or used code; `auth_throttled` after too many wrong ones.
   */
  async #useCode(
    accountId: string,
    code: string,
    memberIn: (transaction: AccountTransaction) => Promise<Member>,
  ): Promise<void> {
    const isRight = await this.#repository.change(accountId, OPERATOR, async (transaction) => {
      const member = await memberIn(transaction)
      const totp = requireOn(member)
      const used = this.#used(transaction, member, totp, code)
      const after = used ?? afterWrongCode(totp, transaction.now)
      putMember(transaction, { ...member, totp: after })
      if (used === undefined && after.lockedUntil !== undefined && after.lockedUntil !== totp.lockedUntil) {
        transaction.audit('member.totp.locked', member.id, { until: after.lockedUntil }, { memberId: member.id })
      }
      return used !== undefined
    })
    if (!isRight) throw wrongCode()
  }

  /** Returns the second factor after the use of a code, and undefined for a wrong or used code. @throws `auth_throttled` */
  #used(transaction: AccountTransaction, member: Member, totp: Totp, code: string): Totp | undefined {
    const { wrongCodes: _, lockedUntil: __, ...reset } = totp
    const plain = plainCode(code)
    if (/^\d{6}$/.test(plain)) {
      requireUnlocked(totp, transaction.now)
      const secret = this.#box().open(totp.secret, purposeOf(member))
      const step = stepOfCode(secret, plain, transaction.now)
      // A code of an earlier step was seen by somebody, or may have been.
      if (step === undefined || step <= totp.lastStep) return undefined
      // After a change of the key, the newest key takes over.
      return { ...reset, secret: this.#box().seal(secret, purposeOf(member)), lastStep: step }
    }
    // Nobody can guess a recovery code, so that it also works while codes of the app are refused.
    const hash = recoveryCodeHash(code)
    if (!totp.recoveryCodes.includes(hash)) return undefined
    transaction.audit('member.totp.recovery', member.id, {}, { memberId: member.id })
    return { ...reset, recoveryCodes: totp.recoveryCodes.filter((one) => one !== hash) }
  }

  async #ownMember(transaction: AccountTransaction, { member, key }: Caller): Promise<Member> {
    const found = member === undefined || key !== undefined ? undefined : await transaction.member(member.id)
    if (found?.status === 'active') return found
    throw new ServiceError('insufficient_scope', 'This needs the session of a member; sign in with your password.', {
      details: { requiredScopes: [] },
    })
  }

  #box(): SecretBox {
    if (this.#secrets !== undefined) return this.#secrets
    throw new RegistryError(
      'validation_failed',
      'This service has no key for secrets, so there is no second factor; ask its operator to set UTPID_SECRET_KEY.',
    )
  }
}

function putMember(transaction: AccountTransaction, member: Member): void {
  transaction.put({ table: 'members', key: rowKey(member.accountId, member.id), row: member })
}

function requireOn({ totp }: Member): Totp {
  if (totp !== undefined) return totp
  throw new RegistryError('validation_failed', 'Your second factor is off; set one up first.')
}

function plainCode(code: string): string {
  return code.replaceAll(/\s/g, '')
}

function alreadyOn(): RegistryError {
  return new RegistryError('validation_failed', 'Your second factor is already on; turn it off first.')
}

function wrongCode(): ServiceError {
  return new ServiceError(
    'invalid_credentials',
    'The code is wrong or was used before; wait for the next code of the app, or use a recovery code.',
  )
}
