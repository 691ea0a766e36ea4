import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { type AccountTransaction, MAX_ROWS } from '../accounts/repository/account-repository.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { ApiKey, KeyHash } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import { requireExpiry } from './key-bounds.ts'
import type { KeyChange } from './key-input.ts'
import { isUnexpired } from './key-view.ts'

/** Maximum keys of an account that are neither revoked nor expired, on every plan. */
export const MAX_KEYS = 100

/** Validates the new state of a key: its limits against the plan, its expiry, and that its assignee exists. */
export async function checkKey(
  transaction: AccountTransaction,
  key: ApiKey,
  wanted: KeyChange,
  isNew: boolean,
): Promise<void> {
  checkLimits(transaction.plan, wanted)
  if (isNew || wanted.expiresAt !== undefined) checkExpiry(transaction, key.expiresAt)
  const { assignee } = key
  if (assignee === undefined || wanted.assignee === undefined) return
  const table = assignee.kind === 'member' ? 'members' : 'service_accounts'
  if ((await transaction.get(table, assignee.id)) === undefined) {
    throw new RegistryError('validation_failed', `assignee: the account has no ${assignee.kind} with this id.`)
  }
}

/** Rejects a new key above the maximum, and deletes the oldest inactive key if the table is full. */
export async function makeRoom(transaction: AccountTransaction): Promise<void> {
  const keys = (await transaction.all('api_keys')).map(({ row }) => row)
  const max = Math.min(MAX_KEYS, transaction.plan.keys ?? MAX_KEYS)
  if (keys.filter((key) => isUnexpired(key, transaction.now)).length >= max) {
    if (max < MAX_KEYS) {
      throw new ServiceError(
        'plan_feature_unavailable',
        `The plan has ${max} keys; revoke one, or choose a larger plan.`,
        { details: { limit: max } },
      )
    }
    throw new RegistryError('validation_failed', `An account has at most ${max} keys; revoke one first.`)
  }
  const inactive = keys.filter((key) => !isUnexpired(key, transaction.now))
  for (const key of inactive.slice(0, Math.max(0, keys.length + 1 - MAX_ROWS))) {
    transaction.put({ table: 'api_keys', key: rowKey(key.accountId, key.id), row: undefined })
    transaction.put({ table: 'key_uses', key: rowKey(key.accountId, key.id), row: undefined })
    for (const hash of key.hashes) deleteHash(transaction, hash)
  }
}

export function deleteHash(transaction: AccountTransaction, { hash }: KeyHash): void {
  transaction.put({ table: 'key_hashes', key: rowKey(hash), row: undefined })
}

function checkLimits(plan: Plan, { burstPerSecond, sustained }: KeyChange): void {
  const isLimited = typeof burstPerSecond === 'number' || (sustained !== undefined && sustained !== null)
  if (isLimited && !plan.keyLimits) {
    throw new ServiceError(
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

/** Requires an expiry in the future, and not after the expiry of the key that creates this one. */
function checkExpiry(transaction: AccountTransaction, expiresAt: string | undefined): void {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= transaction.now) {
    throw new RegistryError('validation_failed', 'expiresAt: give a time in the future.')
  }
  requireExpiry(transaction, expiresAt)
}
