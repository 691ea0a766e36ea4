import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type Actor, type DoneMark, OPERATOR } from '../access/actor.ts'
import { requireHeld, requireScope, rolePower } from '../access/power.ts'
import { hashSecret } from '../authentication/key-hash.ts'
import { randomText } from '../authentication/key-text.ts'
import { hashPassword, type PasswordCosts } from '../authentication/password.ts'
import { parseInput } from '../input/parse-input.ts'
import { requireUnbound } from '../keys/key-bounds.ts'
import { putRevoked } from '../keys/keys.ts'
import type { Member } from '../model/account.ts'
import { MEMBER_CHANGE, type MemberChange, NEW_MEMBER, NEW_PASSWORD, type NewMember } from './member-input.ts'
import { type AccountBook, type AccountStep, ROWS_MOST } from './repository/account-book.ts'

/** Lifetime of a link: 7 days. */
export const INVITATION_MS = 604_800_000

const LINK_PREFIX = 'utp_invite_'
const LINK_LENGTH = 43

/** A member as returned to callers, without secrets. */
export type MemberView = Omit<Member, 'password' | 'invitation' | 'sessionsEnded'>

/** A member with the text of the link for setting a password. The text is returned only once. */
export interface InvitedMember {
  readonly member: MemberView
  readonly text: string
  readonly expiresAt: string
}

/**
 * The people of accounts. Nobody grants a role with more permissions, or a longer lifetime, than their own. Only owners
 * create, change and remove owners. The last active owner cannot be removed.
 */
export class Members {
  readonly #book: AccountBook
  readonly #costs: PasswordCosts | undefined

  constructor(book: AccountBook, { passwordCosts }: { readonly passwordCosts?: PasswordCosts } = {}) {
    this.#book = book
    this.#costs = passwordCosts
  }

  /** Lists the members of an account, oldest first. @throws `insufficient_scope` without `team:read` */
  async list(actor: Actor, accountId: string): Promise<MemberView[]> {
    return this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:read', 'team:write')
      return (await step.all('members')).map(({ row }) => viewOf(row))
    })
  }

  /** Creates a member, who sets a password with the link. @throws `already_exists` for a known e-mail address */
  async invite(actor: Actor, accountId: string, input: NewMember, done?: DoneMark): Promise<InvitedMember> {
    const { name, email, role } = parseInput(NEW_MEMBER, input)
    const work = async (step: AccountStep): Promise<InvitedMember> => {
      requireScope(step.power, 'team:write')
      requireHeld(step.power, rolePower(step.account, role), 'The member')
      requireUnbound(step)
      const members = await step.all('members')
      if (members.some(({ row }) => row.email === email)) {
        throw new RegistryError(
          'already_exists',
          'The account already has a member with this e-mail address; change that member.',
        )
      }
      if (members.length >= ROWS_MOST) {
        throw new RegistryError('validation_failed', `An account has at most ${ROWS_MOST} members; remove one first.`)
      }
      const id = step.newId()
      const made: Member = { id, accountId, name, email, role, status: 'invited', sessionsEnded: 0, createdAt: step.at }
      step.put({ table: 'member_emails', key: emailKey(email, id), row: { accountId }, expect: 'absent' })
      step.audit('member.invited', id, { name, email, role })
      return this.#invited(step, made)
    }
    return this.#book.change(accountId, actor, work, done)
  }

  /** Creates a new link for a member who forgot the password or lost the link. Earlier links become invalid. */
  async newLink(actor: Actor, accountId: string, memberId: string): Promise<InvitedMember> {
    return this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:write')
      const member = await memberOf(step, memberId)
      // Anyone with the link can act as the member.
      requireHeld(step.power, rolePower(step.account, member.role), 'The member')
      requireUnbound(step)
      if (member.status === 'disabled') {
        throw new RegistryError('validation_failed', 'This member is disabled; make it active first.')
      }
      putLinkGone(step, member)
      step.audit('member.link', memberId)
      return this.#invited(step, member)
    })
  }

  /**
   * Accepts an invitation: sets the password and ends all sessions of the member.
   *
   * @throws `invalid_credentials` for an invalid or expired link.
   */
  async takeUp(text: string, password: string): Promise<MemberView> {
    const secret = parseInput(NEW_PASSWORD, password)
    const hash = hashSecret(text)
    const [link] = await this.#book.store.read('invitations', [rowKey(hash)])
    if (link === undefined) throw badLink()
    const { accountId, memberId, expiresAt } = link.row
    const invited = async (step: AccountStep): Promise<Member> => {
      const member = await step.member(memberId)
      const isGood = member?.invitation === hash && Date.parse(expiresAt) > step.now
      if (!isGood || member.status === 'disabled' || step.account.status !== 'active') throw badLink()
      return member
    }
    // Check before the slow hash: an expired link costs one lookup only.
    await this.#book.change(accountId, OPERATOR, invited)
    const hashed = await hashPassword(secret, this.#costs)
    return this.#book.change(accountId, OPERATOR, async (step) => {
      const member = await invited(step)
      const { invitation: _, ...rest } = member
      const active: Member = {
        ...rest,
        status: 'active',
        password: hashed,
        sessionsEnded: member.sessionsEnded + 1,
      }
      putLinkGone(step, member)
      putMember(step, active)
      step.audit('member.joined', memberId, {}, { memberId })
      return viewOf(active)
    })
  }

  /** Renames, disables or reactivates a member, or changes the role. */
  async update(actor: Actor, accountId: string, memberId: string, change: MemberChange): Promise<MemberView> {
    const wanted = parseInput(MEMBER_CHANGE, change)
    return this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:write')
      const before = await memberOf(step, memberId)
      requireRank(step, before)
      if (wanted.status === 'active' && before.password === undefined) {
        throw new RegistryError('validation_failed', 'status: this member has not set a password yet; send a new link.')
      }
      const isShut = wanted.status === 'disabled' && before.status !== 'disabled'
      const after: Member = { ...before, ...wanted, sessionsEnded: before.sessionsEnded + (isShut ? 1 : 0) }
      const gains = after.role !== before.role || (after.status === 'active' && before.status !== 'active')
      if (gains) {
        requireHeld(step.power, rolePower(step.account, after.role), 'The member')
        requireUnbound(step)
      }
      if (after.role !== 'owner' || after.status !== 'active') await requireOtherOwner(step, before)
      if (isShut) putLinkGone(step, before)
      putMember(step, after)
      step.audit('member.updated', memberId, { ...wanted })
      return viewOf(after)
    })
  }

  /** Removes a member with its sessions, and revokes the keys assigned to it. */
  async remove(actor: Actor, accountId: string, memberId: string): Promise<void> {
    await this.#book.change(accountId, actor, async (step) => {
      requireScope(step.power, 'team:write')
      const member = await memberOf(step, memberId)
      requireRank(step, member)
      await requireOtherOwner(step, member)
      for (const { row: key } of await step.all('api_keys')) {
        if (key.assignee?.kind !== 'member' || key.assignee.id !== memberId || key.revokedAt !== undefined) continue
        putRevoked(step, key, 'key.revoked')
      }
      putLinkGone(step, member)
      step.put({ table: 'members', key: rowKey(accountId, memberId), row: undefined })
      step.put({ table: 'member_emails', key: emailKey(member.email, memberId), row: undefined })
      step.audit('member.removed', memberId, { name: member.name, email: member.email, role: member.role })
    })
  }

  #invited(step: AccountStep, member: Member): InvitedMember {
    const text = LINK_PREFIX + randomText(LINK_LENGTH, this.#book.environment.random)
    const invitation = hashSecret(text)
    const expiresAt = new Date(step.now + INVITATION_MS).toISOString()
    const row = { accountId: step.account.id, memberId: member.id, expiresAt }
    step.put({ table: 'invitations', key: rowKey(invitation), row, expect: 'absent' })
    putMember(step, { ...member, invitation })
    return { member: viewOf(member), text, expiresAt }
  }
}

/** The key by which a member is found by e-mail address. */
export function emailKey(email: string, memberId: string): string {
  return rowKey(hashSecret(email), memberId)
}

export function viewOf({ password: _, invitation: __, sessionsEnded: ___, ...shown }: Member): MemberView {
  return shown
}

async function memberOf(step: AccountStep, memberId: string): Promise<Member> {
  const member = await step.member(memberId)
  if (member === undefined)
    throw new RegistryError('not_found', 'The account has no member with this id; list its members.')
  return member
}

/** Only owners change owners. */
function requireRank({ power, account }: AccountStep, { role }: Member): void {
  if (role !== 'owner' || power.isOwner) return
  requireHeld(power, rolePower(account, 'owner'), 'An owner')
}

/** @throws `validation_failed` if this is the last active owner. */
async function requireOtherOwner(step: AccountStep, member: Member): Promise<void> {
  if (member.role !== 'owner' || member.status !== 'active') return
  const others = (await step.all('members')).filter(
    ({ row }) => row.id !== member.id && row.role === 'owner' && row.status === 'active',
  )
  if (others.length > 0) return
  throw new RegistryError(
    'validation_failed',
    'This is the last active owner of the account; make another member an owner first.',
  )
}

function putMember(step: AccountStep, member: Member): void {
  step.put({ table: 'members', key: rowKey(member.accountId, member.id), row: member })
}

function putLinkGone(step: AccountStep, { invitation }: Member): void {
  if (invitation !== undefined) step.put({ table: 'invitations', key: rowKey(invitation), row: undefined })
}

function badLink(): RegistryError {
  return new RegistryError('invalid_credentials', 'This link is invalid or has expired; ask for a new one.')
}
