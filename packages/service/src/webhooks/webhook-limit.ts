import { RegistryError } from '@utpid/core'
import type { Webhook } from '../model/webhook.ts'
import { keyPrefix, rowKey } from '../store/row-key.ts'
import type { RowWrite, ServiceStore, StoredRow } from '../store/service-store.ts'
import { tooMany } from './webhook-errors.ts'

/** Of one account, also without limit by its plan. */
export const WEBHOOKS_MOST = 1_000
const ATTEMPTS = 20

export interface WithinLimit {
  /** Webhooks that take a place already. */
  readonly held: number
  readonly writes: readonly RowWrite[]
}

/**
 * Writes if the plan allows one webhook beside those `held`. The row of the account is written with it, as it is, so
 * that of two who take the last place one begins anew.
 *
 * @throws `webhook_limit_reached`; `not_found` for the account.
 */
export async function writeWithinLimit(
  store: ServiceStore,
  accountId: string,
  plan: (rows: readonly StoredRow<Webhook>[]) => WithinLimit | Promise<WithinLimit>,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [account] = await store.read('accounts', [rowKey(accountId)])
    if (account === undefined) throw new RegistryError('not_found', `There is no account ${accountId}.`)
    const [[stored], rows] = await Promise.all([
      store.read('plans', [rowKey(account.row.plan)]),
      webhooksOf(store, accountId),
    ])
    const { held, writes } = await plan(rows)
    // A plan that is not there allows nothing, rather than everything.
    const most = Math.min(stored === undefined ? 0 : (stored.row.webhooks ?? WEBHOOKS_MOST), WEBHOOKS_MOST)
    if (held >= most) {
      throw new RegistryError(
        'webhook_limit_reached',
        `The plan allows ${most} webhooks and there are ${held}; delete one, or take a larger plan.`,
        { details: { limit: most } },
      )
    }
    const touched: RowWrite = { table: 'accounts', key: account.key, row: account.row, expect: account.revision }
    if ((await store.write([touched, ...writes])) === undefined) return
  }
  throw tooMany(accountId)
}

/** All webhooks of an account, the oldest first. */
export function webhooksOf(store: ServiceStore, accountId: string): Promise<StoredRow<Webhook>[]> {
  return store.range('webhooks', { prefix: keyPrefix(accountId), limit: WEBHOOKS_MOST })
}
