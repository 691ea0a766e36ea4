import { RegistryError } from '@utpid/core'
import type { AccountStep } from '../accounts/repository/account-book.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { NewKey } from './key-input.ts'

/** The limits that a key has beside those of its account, and whose they are. */
export type KeyLimits = Pick<ApiKey, 'burstPerSecond' | 'sustained' | 'limitsWith'>

/** Whose buckets the limits of a key are taken out of: those of the key it was made by, where that was limited. */
export function limitsOwner({ id, limitsWith }: Pick<ApiKey, 'id' | 'limitsWith'>): string {
  return limitsWith ?? id
}

/**
 * The limits of a new key. One that is made by a limited key shares the limits of that key: with buckets of its own, a
 * hundred keys would be a hundred times as much.
 *
 * @throws `insufficient_scope` for limits of its own beside those.
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

/** @throws `insufficient_scope` for an actor whose key has limits: those of two such keys would lift each other. */
export function requireUnlimited({ actorKey }: AccountStep): void {
  if (actorKey !== undefined && isLimited(actorKey)) throw limitsAreSet()
}

/**
 * Refuses to give power, or a text, to a key that is not bound as the actor's own key is: by its end and by its limits.
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

/** @throws `insufficient_scope` for an end behind that of the actor's own key. */
export function requireEnd({ actorKey }: AccountStep, expiresAt: string | undefined): void {
  const end = actorKey?.expiresAt
  if (end === undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= Date.parse(end))) return
  throw refused(`Your key expires at ${end}; it gives nothing that lasts longer.`)
}

/**
 * Refuses an actor whose key has an end or limits, for what has neither: people, who sign in without the key.
 *
 * @throws `insufficient_scope`
 */
export function requireUnbound(step: AccountStep): void {
  requireEnd(step, undefined)
  if (step.actorKey === undefined || !isLimited(step.actorKey)) return
  throw refused('Your key has limits of its own, which people do not have. Ask somebody whose key has none.')
}

/** Whether it has an end or limits of its own. */
export function isBound(key: ApiKey): boolean {
  return key.expiresAt !== undefined || isLimited(key)
}

function isLimited({ burstPerSecond, sustained }: ApiKey): boolean {
  return burstPerSecond !== undefined || sustained !== undefined
}

function limitsAreSet(): RegistryError {
  return refused('Your key has limits of its own, which the keys it makes share; it sets none. Leave them out.')
}

function refused(message: string): RegistryError {
  return new RegistryError('insufficient_scope', message, { details: { requiredScopes: [] } })
}
