import { defined } from '@utpid/core/storage'
import type { LimitState } from '../limits/limiter.ts'
import type { ApiKey } from '../model/api-key.ts'

/** A key as returned to callers, without secrets. */
export interface KeyView extends Omit<ApiKey, 'hashes' | 'byOwner' | 'disabledBy'> {
  readonly state: KeyState
  /** The time when the last rotated-out secret stops working. */
  readonly overlapUntil?: string
  readonly lastUsedAt?: string
  /** The current state of the key's limits. Present if the service has a limiter. */
  readonly limits?: readonly LimitState[]
}

/** The state of a key. `disabled`: the plan allows fewer keys, or the key's assigned member is not active. */
export type KeyState = 'active' | 'expired' | 'revoked' | 'disabled'

export function keyState(
  { revokedAt, expiresAt, disabledBy }: ApiKey,
  isAssigneeActive: boolean,
  now: number,
): KeyState {
  if (revokedAt !== undefined) return 'revoked'
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return 'expired'
  return disabledBy === undefined && isAssigneeActive ? 'active' : 'disabled'
}

/** Whether the key counts towards the account's maximum. */
export function isUnexpired({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && !(expiresAt !== undefined && Date.parse(expiresAt) <= now)
}

export function viewOfKey(
  key: ApiKey,
  now: number,
  more: { readonly isAssigneeActive: boolean; readonly lastUsedAt?: string; readonly limits?: readonly LimitState[] },
): KeyView {
  const { hashes, byOwner: _, disabledBy: __, ...shown } = key
  const { isAssigneeActive, ...rest } = more
  const until = hashes
    .map((hash) => hash.until)
    .filter((time) => time !== undefined && Date.parse(time) > now)
    .sort()
    .at(-1)
  return {
    ...shown,
    state: keyState(key, isAssigneeActive, now),
    ...defined({ overlapUntil: until }),
    ...rest,
  }
}
