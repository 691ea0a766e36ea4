import { defined } from '@utpid/core/storage'
import { ServiceError } from '../errors/service-error.ts'
import type { Account, Member } from '../model/account.ts'
import type { ApiKey } from '../model/api-key.ts'
import { ROLES, type Role } from '../model/role.ts'
import { allows, commonScopes, SCOPE_NAMES, type Scope, type ScopePattern } from '../model/scope.ts'

/** The permissions of an actor. */
export interface Permissions {
  readonly scopes: readonly Scope[]
  /** The scope `registry:write` applies only to records of these suppliers. Absent: all suppliers. */
  readonly suppliers?: readonly string[]
  /** Whether the actor may create, change and remove owners. */
  readonly isOwner: boolean
}

export const NO_PERMISSIONS: Permissions = { scopes: [], isOwner: false }

export const ALL_PERMISSIONS: Permissions = { scopes: SCOPE_NAMES, isOwner: true }

/** The scopes available in an account. Operator scopes exist only in the operator's account. */
export function accountScopes({ operator }: Pick<Account, 'operator'>): readonly Scope[] {
  return operator === true ? SCOPE_NAMES : SCOPE_NAMES.filter((scope) => !isOperatorScope(scope))
}

/** Scopes that concern all accounts. Metrics cover the whole process. */
function isOperatorScope(scope: Scope): boolean {
  return scope === 'metrics:read' || scope.startsWith('admin:')
}

/** The permissions that a role grants in an account. */
export function rolePermissions(account: Pick<Account, 'operator'>, role: Role): Permissions {
  const scopes = commonScopes(role === 'owner' ? [...ROLES.owner, 'admin:*'] : ROLES[role], accountScopes(account))
  return { scopes, isOwner: role === 'owner' }
}

/** Returns the member's current permissions. An inactive member has none. */
export function memberPermissions(account: Pick<Account, 'operator'>, { role, status }: Member): Permissions {
  return status === 'active' ? rolePermissions(account, role) : NO_PERMISSIONS
}

/** Returns the permissions that a key lists, without the limits of the member to whom the key is assigned. */
export function writtenPermissions(account: Pick<Account, 'operator'>, key: ApiKey): Permissions {
  const scopes = commonScopes(key.scopes, accountScopes(account))
  const isOwner = key.byOwner === true && key.assignee?.kind !== 'service' && allows(scopes, 'team:write')
  return { scopes, isOwner, ...defined({ suppliers: key.suppliers }) }
}

/**
 * Returns the key's current permissions: at most the permissions of the member to whom the key is assigned.
 *
 * @param member - The member to whom the key is assigned, if that member still exists.
 */
export function keyPermissions(
  account: Pick<Account, 'operator'>,
  key: ApiKey,
  member: Member | undefined,
): Permissions {
  const ownPermissions = writtenPermissions(account, key)
  if (key.assignee?.kind !== 'member') return ownPermissions
  if (member === undefined) return NO_PERMISSIONS
  const memberLimits = memberPermissions(account, member)
  return {
    ...ownPermissions,
    scopes: commonScopes(ownPermissions.scopes, memberLimits.scopes),
    isOwner: ownPermissions.isOwner && memberLimits.isOwner,
  }
}

/** Whether `permissions` includes all permissions of `other`. */
export function includesPermissions(permissions: Permissions, other: Permissions): boolean {
  if (other.isOwner && !permissions.isOwner) return false
  if (!other.scopes.every((scope) => permissions.scopes.includes(scope))) return false
  const { suppliers } = permissions
  if (suppliers === undefined || !other.scopes.includes('registry:write')) return true
  return other.suppliers?.every((supplier) => suppliers.includes(supplier)) ?? false
}

/**
 * Rejects an actor who is no owner, if the member is one. Only owners change owners.
 *
 * @throws `insufficient_scope`
 */
export function requireOwnerFor(
  permissions: Permissions,
  account: Pick<Account, 'operator'>,
  { role }: Pick<Member, 'role'>,
): void {
  if (role !== 'owner' || permissions.isOwner) return
  requirePermissions(permissions, rolePermissions(account, 'owner'), 'An owner')
}

/** @throws `insufficient_scope` if the actor is no owner. */
export function requireOwner({ isOwner }: Permissions, what: string): void {
  if (isOwner) return
  throw new ServiceError('insufficient_scope', `Only an owner of the account can ${what}; ask one.`, {
    details: { requiredScopes: [] },
  })
}

/**
 * Requires one of these scopes.
 *
 * @throws `insufficient_scope` if the caller has none of these scopes.
 */
export function requireScope({ scopes }: Pick<Permissions, 'scopes'>, ...sufficient: readonly Scope[]): void {
  if (sufficient.some((scope) => scopes.includes(scope))) return
  throw new ServiceError(
    'insufficient_scope',
    `This needs the scope ${sufficient.join(' or ')}; use a key that has it.`,
    { details: { requiredScopes: sufficient } },
  )
}

/**
 * Rejects scopes that do not exist in the account. A nonexistent scope grants nothing, but the key would list more
 * scopes than its creator has. A pattern such as `*` is allowed and grants only the account's scopes.
 *
 * @throws `insufficient_scope`
 */
export function requireAccountScopes(account: Pick<Account, 'operator'>, scopes: readonly ScopePattern[]): void {
  const own = accountScopes(account)
  const unavailable = scopes.filter((pattern) => commonScopes([pattern], own).length === 0)
  if (unavailable.length === 0) return
  throw new ServiceError(
    'insufficient_scope',
    `The key would have more permissions than you; missing: ${unavailable.join(', ')}, which only the operator's own account has.`,
    { details: { requiredScopes: unavailable } },
  )
}

/** @throws `insufficient_scope` if `other` has a permission that `permissions` lacks. */
export function requirePermissions(permissions: Permissions, other: Permissions, what: string): void {
  if (includesPermissions(permissions, other)) return
  const missing = other.scopes.filter((scope) => !permissions.scopes.includes(scope))
  const why =
    missing.length > 0
      ? `; missing: ${missing.join(', ')}`
      : other.isOwner && !permissions.isOwner
        ? '; only an owner can grant this'
        : '; your key is limited to some suppliers'
  throw new ServiceError(
    'insufficient_scope',
    `${what} would have more permissions than you${why}. Ask somebody who has them.`,
    {
      details: { requiredScopes: missing },
    },
  )
}
