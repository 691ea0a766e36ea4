import type { StoredRow } from '@utpid/core/storage'
import { MAX_KEYS } from '../keys/check-key-settings.ts'
import { isUnexpired } from '../keys/key-view.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Webhook } from '../model/webhook.ts'
import type { AccountTransaction } from './repository/account-repository.ts'

/**
 * Disables the newest keys and webhooks that exceed the plan's limits. Enables keys and webhooks that fit the limits
 * again.
 */
export async function applyPlan(transaction: AccountTransaction, plan: Plan): Promise<void> {
  const keys = (await transaction.all('api_keys')).filter(({ row }) => isUnexpired(row, transaction.now)).sort(byAge)
  for (const [index, { key, row, revision }] of keys.entries()) {
    const hasRoom = index < Math.min(MAX_KEYS, plan.keys ?? MAX_KEYS)
    if (hasRoom === (row.disabledBy === undefined)) continue
    transaction.put({
      table: 'api_keys',
      key,
      row: hasRoom ? enabledKey(row) : { ...row, disabledBy: 'plan' },
      expect: revision,
    })
    transaction.audit(hasRoom ? 'key.enabled' : 'key.disabled', row.id, { plan: plan.id })
  }
  // A webhook that is disabled for another reason stays disabled and does not count. Active webhooks take precedence
  // over webhooks disabled by the plan.
  const webhooks = (await transaction.all('webhooks'))
    .filter(({ row }) => row.status === 'active' || row.disabledBy === 'plan')
    .sort(
      (one, other) => Number(one.row.status !== 'active') - Number(other.row.status !== 'active') || byAge(one, other),
    )
  for (const [index, { key, row, revision }] of webhooks.entries()) {
    const hasRoom = plan.webhooks === undefined || index < plan.webhooks
    const isChanged = hasRoom ? row.disabledBy === 'plan' : row.status === 'active'
    if (!isChanged) continue
    const after: Webhook = hasRoom ? enabledWebhook(row) : { ...row, status: 'disabled', disabledBy: 'plan' }
    transaction.put({ table: 'webhooks', key, row: after, expect: revision })
    transaction.audit(hasRoom ? 'webhook.enabled' : 'webhook.disabled', row.id, { plan: plan.id })
  }
}

function byAge<Row extends { readonly id: string; readonly createdAt: string }>(
  { row: one }: StoredRow<Row>,
  { row: other }: StoredRow<Row>,
): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function enabledKey({ disabledBy: _, ...key }: ApiKey): ApiKey {
  return key
}

function enabledWebhook({ disabledBy: _, ...webhook }: Webhook): Webhook {
  return { ...webhook, status: 'active' }
}
