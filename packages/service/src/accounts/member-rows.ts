import { rowKey } from '@utpid/core/storage'
import { includesPermissions, rolePermissions } from '../access/permissions.ts'
import { hashSecret } from '../authentication/key-hash.ts'
import type { Member, ProviderIdentity } from '../model/account.ts'
import type { Role } from '../model/role.ts'
import type { AccountTransaction } from './repository/account-repository.ts'

/** The row key for finding a member by e-mail address. */
export function emailKey(email: string, memberId: string): string {
  return rowKey(hashSecret(email), memberId)
}

/** The row key for finding a member of an account by identity. */
export function identityKey(accountId: string, identity: ProviderIdentity): string {
  return rowKey(accountId, identityHash(identity))
}

/** The second part of {@link identityKey}. */
export function identityHash({ issuer, subject }: ProviderIdentity): string {
  return hashSecret(`${issuer}\n${subject}`)
}

/** Whether a role has a permission that the role of the member lacks. */
export function isPromotion({ account }: AccountTransaction, member: Member, role: Role): boolean {
  return !includesPermissions(rolePermissions(account, member.role), rolePermissions(account, role))
}

/**
 * Deletes the link for setting a password, and returns the member without it. A link lets its holder act as the member,
 * so a link from before a promotion must not give the new role.
 */
export function withoutLink(transaction: AccountTransaction, { invitation, ...member }: Member): Member {
  if (invitation !== undefined) transaction.put({ table: 'invitations', key: rowKey(invitation), row: undefined })
  return member
}

/** Whether the account would have no active owner without this member. */
export async function isLastOwner(transaction: AccountTransaction, member: Member): Promise<boolean> {
  if (member.role !== 'owner' || member.status !== 'active') return false
  const members = await transaction.all('members')
  return !members.some(({ row }) => row.id !== member.id && row.role === 'owner' && row.status === 'active')
}
