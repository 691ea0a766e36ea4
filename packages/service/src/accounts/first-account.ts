import { RegistryError } from '@utpid/core'
import { rowKey } from '@utpid/core/storage'
import { OPERATOR } from '../access/actor.ts'
import { putNewKey } from '../keys/keys.ts'
import type { Account } from '../model/account.ts'
import { FIRST_PLAN } from '../model/plan.ts'
import { Accounts } from './accounts.ts'
import { ensurePlans } from './plans.ts'
import type { AccountBook } from './repository/account-book.ts'

/** The account that was made, with the text of its key, which is told this once. */
export interface FirstAccount {
  readonly account: Account
  readonly text: string
}

/** Always the same, so that of several processes that begin at once one makes it. */
const FIRST_ACCOUNT = '00000000-0000-7000-8000-000000000000'

/**
 * Begins an empty store: the shipped plans, and the account of the operator, on Enterprise without limits, with a key
 * that may do everything.
 *
 * @returns undefined when there are accounts already and the first of them has had a key. Who lost that key makes another
 *   at the command line.
 */
export async function ensureFirstAccount(book: AccountBook, name: string): Promise<FirstAccount | undefined> {
  await ensurePlans(book.store)
  if ((await book.store.range('accounts', { limit: 1 })).length === 0) {
    const input = { name, plan: FIRST_PLAN, operator: true }
    await new Accounts(book).create(OPERATOR, input, FIRST_ACCOUNT).catch((error: unknown) => {
      if (!(error instanceof RegistryError && error.code === 'already_exists')) throw error
    })
  }
  const [first] = await book.store.read('accounts', [rowKey(FIRST_ACCOUNT)])
  if (first === undefined) return undefined
  return book.change(FIRST_ACCOUNT, OPERATOR, async (step) => {
    if ((await step.all('api_keys')).length > 0) return undefined
    const { text } = await putNewKey(step, { name: 'First key', scopes: ['*'] }, book.environment.random)
    return { account: step.account, text }
  })
}
