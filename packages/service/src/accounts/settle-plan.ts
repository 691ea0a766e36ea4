import type { StoredRow } from '@utpid/core/storage'
import { KEYS_MOST } from '../keys/check-key.ts'
import { isCounted } from '../keys/key-view.ts'
import type { ApiKey } from '../model/api-key.ts'
import type { Plan } from '../model/plan.ts'
import type { Webhook } from '../model/webhook.ts'
import type { AccountStep } from './repository/account-book.ts'

/** Disables keys and webhooks above the plan's limits, newest first, and enables those again that fit now. */
export async function settlePlan(step: AccountStep, plan: Plan): Promise<void> {
  const keys = (await step.all('api_keys')).filter(({ row }) => isCounted(row, step.now)).sort(byAge)
  for (const [at, { key, row, revision }] of keys.entries()) {
    const isRoom = at < Math.min(KEYS_MOST, plan.keys ?? KEYS_MOST)
    if (isRoom === (row.disabledBy === undefined)) continue
    step.put({
      table: 'api_keys',
      key,
      row: isRoom ? enabledKey(row) : { ...row, disabledBy: 'plan' },
      expect: revision,
    })
    step.audit(isRoom ? 'key.enabled' : 'key.disabled', row.id, { plan: plan.id })
  }
  // A webhook that is disabled for another reason stays disabled and does not count. Active webhooks take precedence
  // over those to be enabled.
  const webhooks = (await step.all('webhooks'))
    .filter(({ row }) => row.status === 'active' || row.disabledBy === 'plan')
    .sort(
      (one, other) => Number(one.row.status !== 'active') - Number(other.row.status !== 'active') || byAge(one, other),
    )
  for (const [at, { key, row, revision }] of webhooks.entries()) {
    const isRoom = plan.webhooks === undefined || at < plan.webhooks
    const isChanged = isRoom ? row.disabledBy === 'plan' : row.status === 'active'
    if (!isChanged) continue
    const after: Webhook = isRoom ? enabledWebhook(row) : { ...row, status: 'disabled', disabledBy: 'plan' }
    step.put({ table: 'webhooks', key, row: after, expect: revision })
    step.audit(isRoom ? 'webhook.enabled' : 'webhook.disabled', row.id, { plan: plan.id })
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
