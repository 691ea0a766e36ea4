import { RegistryError } from '@utpid/core'
import type { Account, Member } from '../model/account.ts'
import type { ApiKey } from '../model/api-key.ts'
import { ROLES, type Role } from '../model/role.ts'
import { allows, commonScopes, SCOPE_NAMES, type Scope, type ScopePattern } from '../model/scope.ts'

/** What somebody may do, for comparing it with what somebody else may. */
export interface Power {
  readonly scopes: readonly Scope[]
  /** `registry:write` only for these. Absent: for all. */
  readonly suppliers?: readonly string[]
  /** Whether it may make, change and remove owners. */
  readonly isOwner: boolean
}

export const NO_POWER: Power = { scopes: [], isOwner: false }

export const ALL_POWER: Power = { scopes: SCOPE_NAMES, isOwner: true }

/** The scopes that anybody of an account may hold: those of the operator only in the operator's own. */
export function accountScopes({ operator }: Pick<Account, 'operator'>): readonly Scope[] {
  return operator === true ? SCOPE_NAMES : SCOPE_NAMES.filter((scope) => !isOperatorsOwn(scope))
}

/** What is about all accounts: metrics are figures of the whole process. */
function isOperatorsOwn(scope: Scope): boolean {
  return scope === 'metrics:read' || scope.startsWith('admin:')
}

/** What a role gives in an account. */
export function rolePower(account: Pick<Account, 'operator'>, role: Role): Power {
  const scopes = commonScopes(role === 'owner' ? [...ROLES.owner, 'admin:*'] : ROLES[role], accountScopes(account))
  return { scopes, isOwner: role === 'owner' }
}

/** What a member may do now: nothing unless active. */
export function memberPower(account: Pick<Account, 'operator'>, { role, status }: Member): Power {
  return status === 'active' ? rolePower(account, role) : NO_POWER
}

/** What a key says it may do, whoever it is assigned to. */
export function writtenPower(account: Pick<Account, 'operator'>, key: ApiKey): Power {
  const scopes = commonScopes(key.scopes, accountScopes(account))
  const isOwner = key.byOwner === true && key.assignee?.kind !== 'service' && allows(scopes, 'team:write')
  return { scopes, isOwner, ...(key.suppliers === undefined ? {} : { suppliers: key.suppliers }) }
}

/**
 * What a key may do now: no more than the member it is assigned to.
 *
 * @param member - Whom it is assigned to, if it is to a member and there still is one.
 */
export function keyPower(account: Pick<Account, 'operator'>, key: ApiKey, member: Member | undefined): Power {
  const written = writtenPower(account, key)
  if (key.assignee?.kind !== 'member') return written
  if (member === undefined) return NO_POWER
  const held = memberPower(account, member)
  return {
    ...written,
    scopes: commonScopes(written.scopes, held.scopes),
    isOwner: written.isOwner && held.isOwner,
  }
}

/** Whether all that one may do, the other may do as well. */
export function holds(power: Power, other: Power): boolean {
  if (other.isOwner && !power.isOwner) return false
  if (!other.scopes.every((scope) => power.scopes.includes(scope))) return false
  const { suppliers } = power
  if (suppliers === undefined || !other.scopes.includes('registry:write')) return true
  return other.suppliers?.every((supplier) => suppliers.includes(supplier)) ?? false
}

/**
 * Refuses whoever holds none of these scopes.
 *
 * @throws `insufficient_scope` unless one of these scopes is held.
 */
export function requireScope({ scopes }: Pick<Power, 'scopes'>, ...sufficient: readonly Scope[]): void {
  if (sufficient.some((scope) => scopes.includes(scope))) return
  throw new RegistryError(
    'insufficient_scope',
    `This needs the scope ${sufficient.join(' or ')}; use a key that holds it.`,
    { details: { requiredScopes: sufficient } },
  )
}

/**
 * Refuses scopes that nobody of the account holds. They give nothing in this account, but a key that names them says more
 * than its maker may do. A pattern that also stands for scopes of the account, as `*` does, is bound to those.
 *
 * @throws `insufficient_scope`
 */
export function requireOfAccount(account: Pick<Account, 'operator'>, scopes: readonly ScopePattern[]): void {
  const own = accountScopes(account)
  const beyond = scopes.filter((pattern) => commonScopes([pattern], own).length === 0)
  if (beyond.length === 0) return
  throw new RegistryError(
    'insufficient_scope',
    `The key would hold more than you do; missing: ${beyond.join(', ')}, which only the operator's own account has.`,
    { details: { requiredScopes: beyond } },
  )
}

/** @throws `insufficient_scope` when the other may do more. */
export function requireHeld(power: Power, other: Power, what: string): void {
  if (holds(power, other)) return
  const missing = other.scopes.filter((scope) => !power.scopes.includes(scope))
  const why =
    missing.length > 0
      ? `; missing: ${missing.join(', ')}`
      : other.isOwner && !power.isOwner
        ? '; only an owner may'
        : '; your key is narrowed to suppliers'
  throw new RegistryError(
    'insufficient_scope',
    `${what} would hold more than you do${why}. Ask somebody who holds it.`,
    {
      details: { requiredScopes: missing },
    },
  )
}
