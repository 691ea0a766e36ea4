import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type AccountStep, ROWS_MOST } from '../accounts/repository/account-book.ts'
import type { ApiKey, KeyHash } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import { requireEnd } from './key-bounds.ts'
import type { KeyChange } from './key-input.ts'
import { isCounted } from './key-view.ts'

/** Maximum keys of an account that are neither revoked nor expired, on every plan. */
export const KEYS_MOST = 100

/** Validates the new state of a key: its limits against the plan, its expiry, and that its assignee exists. */
export async function checkKey(step: AccountStep, key: ApiKey, wanted: KeyChange, isNew: boolean): Promise<void> {
  checkLimits(step.plan, wanted)
  if (isNew || wanted.expiresAt !== undefined) checkExpiry(step, key.expiresAt)
  const { assignee } = key
  if (assignee === undefined || wanted.assignee === undefined) return
  const table = assignee.kind === 'member' ? 'members' : 'service_accounts'
  if ((await step.get(table, assignee.id)) === undefined) {
    throw new RegistryError('validation_failed', `assignee: the account has no ${assignee.kind} with this id.`)
  }
}

/** Rejects a new key above the maximum, and deletes the oldest inactive key if the table is full. */
export async function makeRoom(step: AccountStep): Promise<void> {
  const keys = (await step.all('api_keys')).map(({ row }) => row)
  const most = Math.min(KEYS_MOST, step.plan.keys ?? KEYS_MOST)
  if (keys.filter((key) => isCounted(key, step.now)).length >= most) {
    if (most < KEYS_MOST) {
      throw new RegistryError(
        'plan_feature_unavailable',
        `The plan has ${most} keys; revoke one, or choose a larger plan.`,
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
      `The plan ${plan.name} does not support limits of single keys; choose a plan that does.`,
    )
  }
  if (typeof burstPerSecond === 'number' && plan.burstPerSecond !== undefined && burstPerSecond > plan.burstPerSecond) {
    throw new RegistryError(
      'validation_failed',
      `burstPerSecond: the plan allows ${plan.burstPerSecond} a second; a key's own limit cannot exceed it.`,
    )
  }
}

/** A key expires in the future, and not after the key that creates it. */
function checkExpiry(step: AccountStep, expiresAt: string | undefined): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= step.now) {
    throw new RegistryError('validation_failed', 'expiresAt: give a time in the future.')
  }
  requireEnd(step, expiresAt)
}
