import { defined } from '@utpid/core/storage'
import type { AccountTransaction } from '../accounts/repository/account-repository.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { NewKey } from './key-input.ts'

/** The limits of a key, and the key that owns these limits. The account's limits apply as well. */
export type KeyLimits = Pick<ApiKey, 'burstPerSecond' | 'sustained' | 'limitsOwnerId'>

/** Returns the key whose buckets count the requests: the limited key that created this key, or this key itself. */
export function limitsOwner({ id, limitsOwnerId }: Pick<ApiKey, 'id' | 'limitsOwnerId'>): string {
  return limitsOwnerId ?? id
}

/**
 * Returns the limits of a new key. A limited key shares its limits with the keys that it creates. With separate
 * buckets, a hundred keys would multiply the limit by a hundred.
 *
 * @throws `insufficient_scope` if the actor's key is limited and the input also sets limits.
 */
export function newKeyLimits({ actorKey }: AccountTransaction, { burstPerSecond, sustained }: NewKey): KeyLimits {
  if (actorKey === undefined || !isLimited(actorKey)) return {}
  if (burstPerSecond !== undefined || sustained !== undefined) throw limitsAreShared()
  return {
    ...defined({ burstPerSecond: actorKey.burstPerSecond, sustained: actorKey.sustained }),
    limitsOwnerId: limitsOwner(actorKey),
  }
}

/** @throws `insufficient_scope` for an actor with a limited key. Two limited keys could raise each other's limits. */
export function requireUnlimited({ actorKey }: AccountTransaction): void {
  if (actorKey !== undefined && isLimited(actorKey)) throw limitsAreShared()
}

/**
 * Rejects a change that gives permissions or a new secret to a key. The change is allowed if that key has the limits of
 * the actor's own key and expires no later.
 *
 * @throws `insufficient_scope`
 */
export function requireSameBounds(transaction: AccountTransaction, key: ApiKey): void {
  const { actorKey } = transaction
  if (actorKey === undefined || actorKey.id === key.id) return
  requireExpiry(transaction, key.expiresAt)
  if (!isLimited(actorKey) || limitsOwner(key) === limitsOwner(actorKey)) return
  throw refused('Your key has its own limits, but this key does not share them. Ask a person whose key has no limits.')
}

/** @throws `insufficient_scope` for an expiry after the expiry of the actor's own key. */
export function requireExpiry({ actorKey }: AccountTransaction, expiresAt: string | undefined): void {
  const expiry = actorKey?.expiresAt
  if (expiry === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(expiry))) return
  throw refused(`Your key expires at ${expiry}; it cannot grant access that lasts longer.`)
}

/**
 * Rejects changes of members by an actor whose key has an expiry or limits: members sign in without that key.
 *
 * @throws `insufficient_scope`
 */
export function requireNoBounds(transaction: AccountTransaction): void {
  requireExpiry(transaction, undefined)
  if (transaction.actorKey === undefined || !isLimited(transaction.actorKey)) return
  throw refused('Your key has its own limits, but members have no limits. Ask a person whose key has no limits.')
}

/** Whether the key has an expiry or limits of its own. */
export function hasBounds(key: ApiKey): boolean {
  return key.expiresAt !== undefined || isLimited(key)
}

function isLimited({ burstPerSecond, sustained }: ApiKey): boolean {
  return burstPerSecond !== undefined || sustained !== undefined
}

function limitsAreShared(): ServiceError {
  return refused(
    'A key that your key creates shares the limits of your key and cannot have other limits. Omit the limits.',
  )
}

function refused(message: string): ServiceError {
  return new ServiceError('insufficient_scope', message, { details: { requiredScopes: [] } })
}
