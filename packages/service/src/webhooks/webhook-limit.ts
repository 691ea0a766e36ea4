import { RegistryError } from '@utpid/core'
import { keyPrefix, type StoredRow } from '@utpid/core/storage'
import { type DoneMark, OPERATOR } from '../access/actor.ts'
import type { AccountBook } from '../accounts/repository/account-book.ts'
import type { Webhook } from '../model/webhook.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Maximum webhooks of one account, even if its plan has no limit. */
export const WEBHOOKS_MOST = 1_000

export interface WithinLimit {
  /** Webhooks that already count. */
  readonly held: number
  readonly writes: readonly RowWrite[]
}

/**
 * Writes if the plan allows one webhook in addition to `held`. It is a change of the account, so that a concurrent
 * webhook or a smaller plan conflicts.
 *
 * @param done - Written in the same transaction.
 * @throws `webhook_limit_reached`; `not_found` for the account.
 */
export async function writeWithinLimit(
  book: AccountBook,
  accountId: string,
  plan: (rows: readonly StoredRow<Webhook>[]) => WithinLimit | Promise<WithinLimit>,
  done?: DoneMark,
): Promise<void> {
  await book.change(
    accountId,
    OPERATOR,
    async (step) => {
      const { held, writes } = await plan(await webhooksOf(book.store, accountId))
      const most = Math.min(step.plan.webhooks ?? WEBHOOKS_MOST, WEBHOOKS_MOST)
      if (held >= most) {
        throw new RegistryError(
          'webhook_limit_reached',
          `The plan allows ${most} webhooks and there are ${held}; delete one, or choose a larger plan.`,
          { details: { limit: most } },
        )
      }
      for (const write of writes) step.put(write)
    },
    done,
  )
}

/** Lists the webhooks of an account, oldest first. */
export function webhooksOf(store: ServiceStore, accountId: string): Promise<StoredRow<Webhook>[]> {
  return store.range('webhooks', { prefix: keyPrefix(accountId), limit: WEBHOOKS_MOST })
}
