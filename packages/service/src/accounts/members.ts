import { RegistryError } from '@utpid/core'
import { defined, rowKey } from '@utpid/core/storage'
import { type Actor, type Caller, type CompletionMark, OPERATOR } from '../access/actor.ts'
import {
  requireOwner,
  requireOwnerFor,
  requirePermissions,
  requireScope,
  rolePermissions,
} from '../access/permissions.ts'
import { hashSecret } from '../authentication/key-hash.ts'
import { randomText } from '../authentication/key-text.ts'
import { hashPassword, type PasswordCosts } from '../authentication/password.ts'
import { ServiceError } from '../errors/service-error.ts'
import { parseInput } from '../input/parse-input.ts'
import { requireNoBounds } from '../keys/key-bounds.ts'
import { endOwnerPermissions, revokeAssignedKeys } from '../keys/keys.ts'
import type { Member } from '../model/account.ts'
import { MEMBER_CHANGE, type MemberChange, NEW_MEMBER, NEW_PASSWORD, type NewMember } from './member-input.ts'
import { emailKey, identityKey, isLastOwner, isPromotion, withoutLink } from './member-rows.ts'
import { type AccountRepository, type AccountTransaction, MAX_ROWS } from './repository/account-repository.ts'

/** Lifetime of an invitation link: 7 days. */
export const INVITATION_MS = 604_800_000

const LINK_PREFIX = 'utp_invite_'
const LINK_LENGTH = 43

/** A member as returned to callers, without secrets. */
export interface MemberView extends Omit<Member, SecretField> {
  /** Whether a sign-in with the password needs a second factor. */
  readonly totp: boolean
  /** Whether the member signs in with the sign-in provider. */
  readonly provider: boolean
}

type SecretField = 'password' | 'invitation' | 'sessionsEnded' | 'identity' | 'totp' | 'pendingTotp'

/** A member with the secret of the link for setting a password. The secret is returned only once. */
export interface InvitedMember {
  readonly member: MemberView
  readonly text: string
  readonly expiresAt: string
}

/**
 * The members of accounts. An actor can grant a role only if the actor has all permissions of that role and the actor's
 * key has no expiry or limits. Only owners create, change and remove owners. The last active owner cannot be removed.
 */
export class Members {
  readonly #repository: AccountRepository
  readonly #passwordCosts: PasswordCosts | undefined

  constructor(repository: AccountRepository, { passwordCosts }: { readonly passwordCosts?: PasswordCosts } = {}) {
    this.#repository = repository
    this.#passwordCosts = passwordCosts
  }

  /** Lists the members of an account, oldest first. @throws `insufficient_scope` without `team:read` */
  async list(actor: Actor, accountId: string): Promise<MemberView[]> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:read', 'team:write')
      return (await transaction.all('members')).map(({ row }) => viewOf(row))
    })
  }

  /** Creates a member, who sets a password with the link. @throws `already_exists` for an e-mail address in use */
  async invite(actor: Actor, accountId: string, input: NewMember, done?: CompletionMark): Promise<InvitedMember> {
    const { name, email, role } = parseInput(NEW_MEMBER, input)
    const work = async (transaction: AccountTransaction): Promise<InvitedMember> => {
      requireScope(transaction.permissions, 'team:write')
      requirePermissions(transaction.permissions, rolePermissions(transaction.account, role), 'The member')
      requireNoBounds(transaction)
      const members = await transaction.all('members')
      if (members.some(({ row }) => row.email === email)) {
        throw new ServiceError(
          'already_exists',
          'The account already has a member with this e-mail address; change that member.',
        )
      }
      if (members.length >= MAX_ROWS) {
        throw new RegistryError('validation_failed', `An account has at most ${MAX_ROWS} members; remove one first.`)
      }
      const id = transaction.newId()
      const made: Member = {
        id,
        accountId,
        name,
        email,
        role,
        status: 'invited',
        sessionsEnded: 0,
        createdAt: transaction.timestamp,
      }
      transaction.put({ table: 'member_emails', key: emailKey(email, id), row: { accountId }, expect: 'absent' })
      transaction.audit('member.invited', id, { name, email, role })
      return this.#invited(transaction, made)
    }
    return this.#repository.change(accountId, actor, work, done)
  }

  /** Creates a new link for a member who forgot the password or lost the link. Earlier links become invalid. */
  async newLink(actor: Actor, accountId: string, memberId: string): Promise<InvitedMember> {
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const member = await memberOf(transaction, memberId)
      // Anyone with the link can act as the member.
      requirePermissions(transaction.permissions, rolePermissions(transaction.account, member.role), 'The member')
      requireNoBounds(transaction)
      if (member.status === 'disabled') {
        throw new RegistryError('validation_failed', 'This member is disabled; make it active first.')
      }
      withoutLink(transaction, member)
      transaction.audit('member.link', memberId)
      return this.#invited(transaction, member)
    })
  }

  /**
   * Accepts an invitation: sets the password and ends all sessions of the member.
   *
   * @throws `invalid_credentials` for an invalid or expired link.
   */
  async acceptInvitation(text: string, password: string): Promise<MemberView> {
    const secret = parseInput(NEW_PASSWORD, password)
    const hash = hashSecret(text)
    const [link] = await this.#repository.store.read('invitations', [rowKey(hash)])
    if (link === undefined) throw invalidLink()
    const { accountId, memberId, expiresAt } = link.row
    const invitedMember = async (transaction: AccountTransaction): Promise<Member> => {
      const member = await transaction.member(memberId)
      const isGood = member?.invitation === hash && Date.parse(expiresAt) > transaction.now
      if (!isGood || member.status === 'disabled' || transaction.account.status !== 'active') throw invalidLink()
      return member
    }
    // Check the link before the slow hash: an expired link then costs only one lookup.
    await this.#repository.change(accountId, OPERATOR, invitedMember)
    const hashed = await hashPassword(secret, this.#passwordCosts)
    return this.#repository.change(accountId, OPERATOR, async (transaction) => {
      const member = await invitedMember(transaction)
      const active: Member = {
        ...withoutLink(transaction, member),
        status: 'active',
        password: hashed,
        sessionsEnded: member.sessionsEnded + 1,
      }
      putMember(transaction, active)
      transaction.audit('member.joined', memberId, {}, { memberId })
      return viewOf(active)
    })
  }

  /** Renames, disables or reactivates a member, or changes the role. A promotion makes an open link invalid. */
  async update(actor: Actor, accountId: string, memberId: string, change: MemberChange): Promise<MemberView> {
    const wanted = parseInput(MEMBER_CHANGE, change)
    return this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const before = await memberOf(transaction, memberId)
      requireOwnerFor(transaction.permissions, transaction.account, before)
      if (wanted.status === 'active' && before.password === undefined && before.identity === undefined) {
        throw new RegistryError('validation_failed', 'status: this member has not set a password yet; send a new link.')
      }
      const isDisabled = wanted.status === 'disabled' && before.status !== 'disabled'
      const { disabledBy, ...current } = before
      const after: Member = {
        ...current,
        // A status that a person sets is theirs: no sign-in changes it.
        ...(wanted.status === undefined ? defined({ disabledBy }) : {}),
        ...wanted,
        sessionsEnded: before.sessionsEnded + (isDisabled ? 1 : 0),
      }
      const gainsPermissions = after.role !== before.role || (after.status === 'active' && before.status !== 'active')
      if (gainsPermissions) {
        requirePermissions(transaction.permissions, rolePermissions(transaction.account, after.role), 'The member')
        requireNoBounds(transaction)
      }
      if (after.role !== 'owner' || after.status !== 'active') await requireOtherOwner(transaction, before)
      if (before.role === 'owner' && after.role !== 'owner') await endOwnerPermissions(transaction, memberId)
      const isLinkGone = isDisabled || isPromotion(transaction, before, after.role)
      putMember(transaction, isLinkGone ? withoutLink(transaction, after) : after)
      transaction.audit('member.updated', memberId, { ...wanted })
      return viewOf(after)
    })
  }

  /**
   * Makes another member an owner and the caller an admin. Keys that the caller created lose owner permissions.
   *
   * @throws `insufficient_scope` for a caller who is no owner or uses a key; `not_found`; `validation_failed` for a
   * member who is not active, or is the caller.
   */
  async transferOwnership(caller: Caller, memberId: string): Promise<MemberView> {
    return this.#repository.change(caller.account.id, caller, async (transaction) => {
      requireOwner(transaction.permissions, 'transfer the ownership')
      const from = caller.member === undefined ? undefined : await transaction.member(caller.member.id)
      if (from?.role !== 'owner' || caller.key !== undefined) {
        throw new ServiceError('insufficient_scope', 'Ownership passes from member to member; sign in as the owner.', {
          details: { requiredScopes: [] },
        })
      }
      const to = await memberOf(transaction, memberId)
      if (to.id === from.id)
        throw new RegistryError('validation_failed', 'member: choose another member than yourself.')
      if (to.status !== 'active') {
        throw new RegistryError('validation_failed', 'member: this member is not active; choose an active member.')
      }
      const owner: Member = { ...withoutLink(transaction, to), role: 'owner' }
      putMember(transaction, owner)
      putMember(transaction, { ...from, role: 'admin' })
      await endOwnerPermissions(transaction, from.id)
      transaction.audit('account.transferred', memberId, { from: from.id })
      return viewOf(owner)
    })
  }

  /** Removes a member with its sessions, and revokes the keys assigned to the member. */
  async remove(actor: Actor, accountId: string, memberId: string): Promise<void> {
    await this.#repository.change(accountId, actor, async (transaction) => {
      requireScope(transaction.permissions, 'team:write')
      const member = await memberOf(transaction, memberId)
      requireOwnerFor(transaction.permissions, transaction.account, member)
      await requireOtherOwner(transaction, member)
      await revokeAssignedKeys(transaction, { kind: 'member', id: memberId })
      if (member.role === 'owner') await endOwnerPermissions(transaction, memberId)
      withoutLink(transaction, member)
      if (member.identity !== undefined) {
        transaction.put({ table: 'member_identities', key: identityKey(accountId, member.identity), row: undefined })
      }
      transaction.put({ table: 'members', key: rowKey(accountId, memberId), row: undefined })
      transaction.put({ table: 'member_emails', key: emailKey(member.email, memberId), row: undefined })
      transaction.audit('member.removed', memberId, { name: member.name, email: member.email, role: member.role })
    })
  }

  #invited(transaction: AccountTransaction, member: Member): InvitedMember {
    const text = LINK_PREFIX + randomText(LINK_LENGTH, this.#repository.environment.random)
    const invitation = hashSecret(text)
    const expiresAt = new Date(transaction.now + INVITATION_MS).toISOString()
    const row = { accountId: transaction.account.id, memberId: member.id, expiresAt }
    transaction.put({ table: 'invitations', key: rowKey(invitation), row, expect: 'absent' })
    putMember(transaction, { ...member, invitation })
    return { member: viewOf(member), text, expiresAt }
  }
}

export function viewOf(member: Member): MemberView {
  const { password: _, invitation: __, sessionsEnded: ___, identity, totp, pendingTotp: ____, ...shown } = member
  return { ...shown, totp: totp !== undefined, provider: identity !== undefined }
}

async function memberOf(transaction: AccountTransaction, memberId: string): Promise<Member> {
  const member = await transaction.member(memberId)
  if (member === undefined)
    throw new RegistryError('not_found', 'The account has no member with this id; list its members.')
  return member
}

/** Requires another active owner. @throws `validation_failed` if this member is the last active owner. */
async function requireOtherOwner(transaction: AccountTransaction, member: Member): Promise<void> {
  if (!(await isLastOwner(transaction, member))) return
  throw new RegistryError(
    'validation_failed',
    'This is the last active owner of the account; make another member an owner first.',
  )
}

function putMember(transaction: AccountTransaction, member: Member): void {
  transaction.put({ table: 'members', key: rowKey(member.accountId, member.id), row: member })
}

function invalidLink(): ServiceError {
  return new ServiceError('invalid_credentials', 'This link is invalid or has expired; ask for a new one.')
}
