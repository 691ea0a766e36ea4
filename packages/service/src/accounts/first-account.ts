import { rowKey } from '@utpid/core/storage'
import { OPERATOR } from '../access/actor.ts'
import { ServiceError } from '../errors/service-error.ts'
import { putNewKey } from '../keys/keys.ts'
import type { Account } from '../model/account.ts'
import { FIRST_PLAN } from '../model/plan.ts'
import { Accounts } from './accounts.ts'
import { ensurePlans } from './plans.ts'
import type { AccountRepository } from './repository/account-repository.ts'

/** The new account with the secret of its key. The secret is returned only once. */
export interface FirstAccount {
  readonly account: Account
  readonly text: string
}

/** A constant id, so that only one of several starting processes creates the account. */
export const FIRST_ACCOUNT = '00000000-0000-7000-8000-000000000000'

/**
 * Initializes an empty store: the shipped plans, and the operator's account on Enterprise without limits, with a key
 * that has all permissions.
 *
 * @returns undefined if accounts exist and the first account has ever had a key. To replace a lost key, create a key at
 * the command line.
 */
export async function ensureFirstAccount(
  repository: AccountRepository,
  name: string,
): Promise<FirstAccount | undefined> {
  await ensurePlans(repository.store)
  if ((await repository.store.range('accounts', { limit: 1 })).length === 0) {
    const input = { name, plan: FIRST_PLAN, operator: true }
    await new Accounts(repository).create(OPERATOR, input, FIRST_ACCOUNT).catch((error: unknown) => {
      if (!(error instanceof ServiceError && error.code === 'already_exists')) throw error
    })
  }
  const [first] = await repository.store.read('accounts', [rowKey(FIRST_ACCOUNT)])
  if (first === undefined) return undefined
  return repository.change(FIRST_ACCOUNT, OPERATOR, async (transaction) => {
    if ((await transaction.all('api_keys')).length > 0) return undefined
    const { text } = await putNewKey(transaction, { name: 'First key', scopes: ['*'] }, repository.environment.random)
    return { account: transaction.account, text }
  })
}
