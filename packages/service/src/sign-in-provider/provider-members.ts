import { rowKey } from '@utpid/core/storage'
import { OPERATOR } from '../access/actor.ts'
import { MEMBER_EMAIL, MEMBER_NAME } from '../accounts/member-input.ts'
import { emailKey, identityHash, identityKey, isLastOwner, isPromotion, withoutLink } from '../accounts/member-rows.ts'
import { type AccountRepository, type AccountTransaction, MAX_ROWS } from '../accounts/repository/account-repository.ts'
import { endOwnerPermissions } from '../keys/keys.ts'
import type { Member } from '../model/account.ts'
import type { Role } from '../model/role.ts'
import type { ProviderPerson } from './open-id-provider.ts'
import { type SignInRefusal, SignInRefused } from './sign-in-refusal.ts'

/**
 * Finds or creates the member who is a person at the provider, with the role of the person's groups.
 *
 * @param role - Undefined if no group has a role. A known member is then disabled until a sign-in with such a group.
 * @returns the id of the active member.
 * @throws {SignInRefused}
 */
export async function memberOfPerson(
  repository: AccountRepository,
  accountId: string,
  person: ProviderPerson,
  role: Role | undefined,
): Promise<string> {
  const [account] = await repository.store.read('accounts', [rowKey(accountId)])
  if (account === undefined) throw new SignInRefused({ reason: 'account_unavailable', subject: person.subject })
  // A refusal can also change the member, so the transaction returns it instead of throwing it.
  const found = await repository.change(accountId, OPERATOR, (transaction) => signedIn(transaction, person, role))
  if ('id' in found) return found.id
  throw new SignInRefused({ reason: found.refused, subject: person.subject })
}

type Found = { readonly id: string } | { readonly refused: SignInRefusal }

async function signedIn(
  transaction: AccountTransaction,
  person: ProviderPerson,
  role: Role | undefined,
): Promise<Found> {
  if (transaction.account.status !== 'active') return { refused: 'account_unavailable' }
  const link = await transaction.get('member_identities', identityHash(person))
  const known = link === undefined ? undefined : await transaction.member(link.memberId)
  if (known !== undefined) return await changed(transaction, known, role)
  if (role === undefined) return { refused: 'no_group' }
  const { email } = person
  if (email === undefined || !MEMBER_EMAIL.safeParse(email).success) return { refused: 'no_email' }
  const members = await transaction.all('members')
  const sameEmail = members.find(({ row }) => row.email === email)?.row
  if (sameEmail !== undefined) return await linked(transaction, sameEmail, person, role)
  if (members.length >= MAX_ROWS) return { refused: 'account_unavailable' }
  return created(transaction, person, email, role)
}

async function changed(transaction: AccountTransaction, member: Member, role: Role | undefined): Promise<Found> {
  // A person at the dashboard disabled the member; groups do not change that.
  if (member.status === 'disabled' && member.disabledBy === undefined) return { refused: 'member_disabled' }
  const isLast = await isLastOwner(transaction, member)
  if (role === undefined) {
    if (member.status !== 'disabled') {
      // The last owner stays an owner: nobody else could manage the account.
      const status = isLast ? {} : ({ status: 'disabled', disabledBy: 'provider' } as const)
      putMember(transaction, { ...member, ...status, sessionsEnded: member.sessionsEnded + 1 })
      audit(transaction, isLast ? 'member.groups.kept' : 'member.groups.lost', member.id)
    }
    return { refused: 'no_group' }
  }
  const { disabledBy: _, ...rest } = member
  const after: Member = { ...rest, status: 'active', role: isLast ? 'owner' : role }
  if (isLast && role !== 'owner') audit(transaction, 'member.groups.kept', member.id, { role })
  if (after.role !== member.role || member.status !== 'active') {
    if (member.role === 'owner' && after.role !== 'owner') await endOwnerPermissions(transaction, member.id)
    const isLinkGone = member.status !== 'active' || isPromotion(transaction, member, after.role)
    putMember(transaction, isLinkGone ? withoutLink(transaction, after) : after)
    audit(transaction, 'member.groups.changed', member.id, { role: after.role })
  }
  return { id: member.id }
}

/**
 * Links a member of the same e-mail address, if the provider has verified the address. The sender of an invitation may
 * have set the password and may hold sessions, so only the
 * provider's sign-in counts from then on.
 */
async function linked(
  transaction: AccountTransaction,
  member: Member,
  { issuer, subject, isEmailVerified }: ProviderPerson,
  role: Role,
): Promise<Found> {
  if (!isEmailVerified || member.identity !== undefined) return { refused: 'email_taken' }
  if (member.status === 'disabled') return { refused: 'member_disabled' }
  const identity = { issuer, subject }
  const { password: _, totp: __, pendingTotp: ___, ...rest } = withoutLink(transaction, member)
  const isLast = await isLastOwner(transaction, member)
  const sessionsEnded = member.sessionsEnded + 1
  putMember(transaction, { ...rest, identity, status: 'active', role: isLast ? 'owner' : role, sessionsEnded })
  putIdentity(transaction, identity, member.id)
  audit(transaction, 'member.linked', member.id, { role: isLast ? 'owner' : role })
  return { id: member.id }
}

function created(transaction: AccountTransaction, person: ProviderPerson, email: string, role: Role): Found {
  const { issuer, subject } = person
  const accountId = transaction.account.id
  const id = transaction.newId()
  const name = MEMBER_NAME.safeParse(person.name)
  const identity = { issuer, subject }
  putMember(transaction, {
    id,
    accountId,
    name: name.success ? name.data : email.slice(0, email.indexOf('@')),
    email,
    role,
    status: 'active',
    identity,
    sessionsEnded: 0,
    createdAt: transaction.timestamp,
  })
  transaction.put({ table: 'member_emails', key: emailKey(email, id), row: { accountId }, expect: 'absent' })
  putIdentity(transaction, identity, id)
  audit(transaction, 'member.joined', id, { email, role })
  return { id }
}

function putMember(transaction: AccountTransaction, row: Member): void {
  transaction.put({ table: 'members', key: rowKey(row.accountId, row.id), row })
}

function putIdentity(
  transaction: AccountTransaction,
  identity: NonNullable<Member['identity']>,
  memberId: string,
): void {
  const key = identityKey(transaction.account.id, identity)
  transaction.put({ table: 'member_identities', key, row: { memberId } })
}

/** The author is the member: the sign-in makes the change. */
function audit(
  transaction: AccountTransaction,
  action: string,
  memberId: string,
  details: Readonly<Record<string, unknown>> = {},
): void {
  transaction.audit(action, memberId, details, { memberId })
}
