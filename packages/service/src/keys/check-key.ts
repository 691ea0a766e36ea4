import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type AccountStep, ROWS_MOST } from '../accounts/repository/account-book.ts'
import type { ApiKey, KeyHash } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import { requireEnd } from './key-bounds.ts'
import type { KeyChange } from './key-input.ts'
import { isCounted } from './key-view.ts'

/** Keys of an account that are neither revoked nor expired, on every plan. */
export const KEYS_MOST = 100

/** Checks a key as it is to be: its limits against the plan, its end, and that there is whom it is assigned to. */
export async function checkKey(step: AccountStep, key: ApiKey, wanted: KeyChange, isNew: boolean): Promise<void> {
  checkLimits(step.plan, wanted)
  if (isNew || wanted.expiresAt !== undefined) checkExpiry(step, key.expiresAt)
  const { assignee } = key
  if (assignee === undefined || wanted.assignee === undefined) return
  const table = assignee.kind === 'member' ? 'members' : 'service_accounts'
  if ((await step.get(table, assignee.id)) === undefined) {
    throw new RegistryError('validation_failed', `assignee: the account has no ${assignee.kind} of this id.`)
  }
}

/** Refuses a key too many, and lets the oldest go of those that open nothing any more. */
export async function makeRoom(step: AccountStep): Promise<void> {
  const keys = (await step.all('api_keys')).map(({ row }) => row)
  const most = Math.min(KEYS_MOST, step.plan.keys ?? KEYS_MOST)
  if (keys.filter((key) => isCounted(key, step.now)).length >= most) {
    if (most < KEYS_MOST) {
      throw new RegistryError(
        'plan_feature_unavailable',
        `The plan has ${most} keys; revoke one, or take a larger plan.`,
        { details: { limit: most } },
      )
    }
    throw new RegistryError('validation_failed', `An account has at most ${most} keys; revoke one first.`)
  }
  const over = keys.filter((key) => !isCounted(key, step.now))
  for (const key of over.slice(0, Math.max(0, keys.length + 1 - ROWS_MOST))) {
    step.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: undefined })
    step.put({ table: 'key_uses', key: rowKey(key.accountId, key.id), row: undefined })
    for (const hash of key.hashes) putHashGone(step, hash)
  }
}

export function putHashGone(step: AccountStep, { hash }: KeyHash): void {
  step.put({ table: 'key_hashes', key: rowKey(hash), row: undefined })
}

function checkLimits(plan: Plan, { burstPerSecond, sustained }: KeyChange): void {
  const isLimited = typeof burstPerSecond === 'number' || (sustained !== undefined && sustained !== null)
  if (isLimited && !plan.keyLimits) {
    throw new RegistryError(
      'plan_feature_unavailable',
      `The plan ${plan.name} has no limits of single keys; take one that has.`,
    )
  }
  if (typeof burstPerSecond === 'number' && plan.burstPerSecond !== undefined && burstPerSecond > plan.burstPerSecond) {
    throw new RegistryError(
      'validation_failed',
      `burstPerSecond: the plan allows ${plan.burstPerSecond} a second; a key's own limit is at most that.`,
    )
  }
}

/** A key is over in the future, and not later than the key that makes it. */
function checkExpiry(step: AccountStep, expiresAt: string | undefined): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= step.now) {
    throw new RegistryError('validation_failed', 'expiresAt: give a time in the future.')
  }
  requireEnd(step, expiresAt)
}
