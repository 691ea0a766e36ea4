import { RegistryError } from '@utpid/core'
import type { AccountStep } from '../accounts/repository/account-book.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { NewKey } from './key-input.ts'

/** The limits of a key, in addition to those of its account, and the key that owns them. */
export type KeyLimits = Pick<ApiKey, 'burstPerSecond' | 'sustained' | 'limitsWith'>

/** Returns the key whose buckets count the requests: the limited key that created this one, or this one. */
export function limitsOwner({ id, limitsWith }: Pick<ApiKey, 'id' | 'limitsWith'>): string {
  return limitsWith ?? id
}

/**
 * Returns the limits of a new key. A key created by a limited key shares that key's limits; with separate buckets, a
 * hundred keys would multiply the limit by a hundred.
 *
 * @throws `insufficient_scope` if the input sets further limits.
 */
export function limitsOfNew({ actorKey }: AccountStep, { burstPerSecond, sustained }: NewKey): KeyLimits {
  if (actorKey === undefined || !isLimited(actorKey)) return {}
  if (burstPerSecond !== undefined || sustained !== undefined) throw limitsAreSet()
  return {
    ...(actorKey.burstPerSecond === undefined ? {} : { burstPerSecond: actorKey.burstPerSecond }),
    ...(actorKey.sustained === undefined ? {} : { sustained: actorKey.sustained }),
    limitsWith: limitsOwner(actorKey),
  }
}

/** @throws `insufficient_scope` for an actor with a limited key: two such keys could raise each other's limits. */
export function requireUnlimited({ actorKey }: AccountStep): void {
  if (actorKey !== undefined && isLimited(actorKey)) throw limitsAreSet()
}

/**
 * Rejects giving permissions, or a text, to a key that does not have the expiry and the limits of the actor's own key.
 *
 * @throws `insufficient_scope`
 */
export function requireBoundAlike(step: AccountStep, key: ApiKey): void {
  const { actorKey } = step
  if (actorKey === undefined || actorKey.id === key.id) return
  requireEnd(step, key.expiresAt)
  if (!isLimited(actorKey) || limitsOwner(key) === limitsOwner(actorKey)) return
  throw refused('Your key has limits of its own, which this key does not share. Ask somebody whose key has none.')
}

/** @throws `insufficient_scope` for an expiry after that of the actor's own key. */
export function requireEnd({ actorKey }: AccountStep, expiresAt: string | undefined): void {
  const end = actorKey?.expiresAt
  if (end === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(end))) return
  throw refused(`Your key expires at ${end}; it cannot grant access that lasts longer.`)
}

/**
 * Rejects an actor whose key has an expiry or limits, for changes of members: they sign in without the key.
 *
 * @throws `insufficient_scope`
 */
export function requireUnbound(step: AccountStep): void {
  requireEnd(step, undefined)
  if (step.actorKey === undefined || !isLimited(step.actorKey)) return
  throw refused('Your key has limits of its own, which people do not have. Ask somebody whose key has none.')
}

/** Whether the key has an expiry or limits of its own. */
export function isBound(key: ApiKey): boolean {
  return key.expiresAt !== undefined || isLimited(key)
}

function isLimited({ burstPerSecond, sustained }: ApiKey): boolean {
  return burstPerSecond !== undefined || sustained !== undefined
}

function limitsAreSet(): RegistryError {
  return refused(
    'Your key has limits of its own, which the keys it creates share; it cannot set others. Leave them out.',
  )
}

function refused(message: string): RegistryError {
  return new RegistryError('insufficient_scope', message, { details: { requiredScopes: [] } })
}
