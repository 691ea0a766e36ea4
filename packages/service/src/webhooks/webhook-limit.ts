import { keyPrefix, type StoredRow } from '@utpid/core/storage'
import { type CompletionMark, OPERATOR } from '../access/actor.ts'
import type { AccountRepository } from '../accounts/repository/account-repository.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Webhook } from '../model/webhook.ts'
import type { RowWrite, ServiceStore } from '../store/service-store.ts'

/** Maximum webhooks of one account, even if its plan has no limit. */
export const MAX_WEBHOOKS = 1_000

export interface WithinLimit {
  /** Number of webhooks that already count towards the limit. */
  readonly existing: number
  readonly writes: readonly RowWrite[]
}

/**
 * Writes if the plan allows one webhook in addition to `existing`. The transaction changes the account, so a concurrent
 * webhook or plan change conflicts with it.
 *
 * @param done - Completion mark to write in the same transaction.
 * @throws `webhook_limit_reached`; `not_found` if the account does not exist.
 */
export async function writeWithinLimit(
  repository: AccountRepository,
  accountId: string,
  plan: (rows: readonly StoredRow<Webhook>[]) => WithinLimit | Promise<WithinLimit>,
  done?: CompletionMark,
): Promise<void> {
  await repository.change(
    accountId,
    OPERATOR,
    async (transaction) => {
      const { existing, writes } = await plan(await webhooksOf(repository.store, accountId))
      const max = Math.min(transaction.plan.webhooks ?? MAX_WEBHOOKS, MAX_WEBHOOKS)
      if (existing >= max) {
        throw new ServiceError(
          'webhook_limit_reached',
          `The plan allows ${max} webhooks and there are ${existing}; delete one, or choose a larger plan.`,
          { details: { limit: max } },
        )
      }
      for (const write of writes) transaction.put(write)
    },
    done,
  )
}

/** Lists the webhooks of an account, oldest first. */
export function webhooksOf(store: ServiceStore, accountId: string): Promise<StoredRow<Webhook>[]> {
  return store.range('webhooks', { prefix: keyPrefix(accountId), limit: MAX_WEBHOOKS })
}
